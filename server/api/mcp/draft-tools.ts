import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { documentPaths } from '#contract/paths.ts';
import { strict } from '#contract/strict.ts';
import { address } from '#contract/documents/recipient.ts';
import { referenceInput } from '#contract/documents/reference.ts';
import { wordFileForm } from '#contract/documents/word-file.ts';
import { fieldTypes } from '#core/field/field.ts';
import { isOfSender } from '#core/field/kinds.ts';
import { spellingOf } from '#core/recipient/mail-address.ts';
import { recipientRoles } from '#core/recipient/recipient.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { Refused, type Ask } from './ask.ts';
import { proposedWords, type DraftSteps } from './draft-steps.ts';
import { decides } from './proposal-tools.ts';
import { answered, prepares } from './answered.ts';

const id = z.string().max(100);
const title = z.string().max(1000).optional();
const email = z.string().max(320);
const { sendEmail, phone } = address;
const name = z.string().max(200).optional();

const signingOrder = z
  .enum(['sequential', 'parallel'])
  .optional()
  .describe(
    'If omitted, `order` decides: lower numbers go first, and equal numbers act together. `parallel` invites everyone at the same time.',
  );
const recipients = z
  .array(
    strict({
      email: email.optional(),
      name,
      sendEmail: sendEmail.describe(
        'False if the sender delivers the signing link. Such a person needs a name but no email address.',
      ),
      phone: phone.describe('For the sender, who delivers the link'),
      role: z.enum(recipientRoles).optional(),
      order: z.int().min(1).optional(),
    }),
  )
  .max(50)
  .describe(
    'Everyone who signs, approves, views or gets a copy. The default role is signer. Without `order`, everyone is invited at the same time. With it, lower numbers go first, and equal numbers act together.',
  );
const fields = z
  .array(
    strict({
      type: z.enum(fieldTypes),
      page: z.int().min(1),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      email: email
        .optional()
        .describe(
          'The recipient who fills in the field, by email address or, if there is none, by name. A note or strike is part of the document and has no recipient.',
        ),
      required: z.boolean().optional(),
      label: z.string().max(200).optional(),
      value: z
        .union([z.string().max(1000), z.number()])
        .optional()
        .describe('Initial value'),
    }),
  )
  .max(200)
  .describe('In points, measured from the top left corner of the page as displayed.');
type Fields = z.infer<typeof fields>;
type Recipients = z.infer<typeof recipients>;

const sentFile = {
  fileName: z.string().min(1).max(200),
  base64: z.string().max(11_000_000),
  trackedChanges: wordFileForm.trackedChanges.describe(
    'For a Word file with tracked changes. Ask the person before you choose.',
  ),
  title,
  ...referenceInput,
};
type SentFile = z.infer<z.ZodObject<typeof sentFile>>;

/** Adds the tools that prepare drafts from files, or change drafts. They notify no one. */
export function addDraftTools(server: McpServer, ask: Ask, steps: DraftSteps): void {
  addFileTools(server, ask, steps);
  server.registerTool(
    'change_draft',
    {
      title: 'Change a draft',
      description:
        'Changes the title, recipients or fields of a draft, or the external ID and metadata of any document. Each list, and the metadata, replaces the current one.',
      inputSchema: strict({
        id,
        title,
        ...referenceInput,
        recipients: recipients.optional(),
        signingOrder,
        fields: fields.optional(),
      }),
      annotations: prepares,
    },
    ({ id: of, externalId, metadata, uniqueExternalId, ...draft }) =>
      answered(async () => {
        const params = { id: of };
        if (externalId !== undefined || metadata)
          await ask(documentPaths.changeDraft, { params, body: { externalId, metadata, uniqueExternalId } });
        if (draft.title !== undefined)
          await ask(documentPaths.putDraft, { params, body: { title: draft.title } });
        await change(ask, of, draft);
        return steps.shown(of);
      }),
  );
}

function addFileTools(server: McpServer, ask: Ask, steps: DraftSteps): void {
  const fromFile = async ({ fileName, base64, trackedChanges, title: named, ...reference }: SentFile) => {
    const bytes = Buffer.from(base64, 'base64');
    const { externalId, metadata, uniqueExternalId } = reference;
    const texts = {
      ...{ title: named, trackedChanges, externalId: externalId ?? undefined },
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      ...(uniqueExternalId && { uniqueExternalId: 'true' }),
    };
    const file = { name: fileName, bytes, texts };
    return ask.upload(documentPaths.uploadDocument, file);
  };
  server.registerTool(
    'draft_from_file',
    {
      title: 'Prepare a draft from a file',
      description:
        'Uploads a PDF, Word file or picture as a draft. Texts such as {{signature:1}} in the file become fields. Nothing is sent.',
      inputSchema: strict({
        ...sentFile,
        recipients: recipients.optional(),
        signingOrder,
        fields: fields.optional(),
      }),
      annotations: prepares,
    },
    (given) =>
      answered(async () => {
        const draft = await fromFile(given);
        return steps.made(draft, () => change(ask, draft.id, given));
      }),
  );
  server.registerTool(
    'propose_from_file',
    {
      title: 'Propose to send a file',
      description: `Does what draft_from_file and propose_sending do, in one step. ${decides}`,
      inputSchema: strict({
        ...sentFile,
        recipients,
        signingOrder,
        fields: fields.optional(),
        ...proposedWords,
      }),
      annotations: prepares,
    },
    ({ subject, message, expirationDays, ...given }) =>
      answered(async () => {
        const draft = await fromFile(given);
        return steps.discardedIfRefused(draft, async () => {
          await change(ask, draft.id, given);
          return steps.proposed(draft, { subject, message, expirationDays });
        });
      }),
  );
}

async function change(
  ask: Ask,
  id: string,
  draft: {
    recipients?: Recipients | undefined;
    signingOrder?: SigningOrder | undefined;
    fields?: Fields | undefined;
  },
): Promise<void> {
  const params = { id };
  if (draft.recipients) {
    const body = draft.recipients.map((one) => ({ ...one, role: one.role ?? ('signer' as const) }));
    // The new list replaces the old one completely, including the order. Without numbers there is no order.
    const isNumbered = draft.recipients.some(({ order }) => order !== undefined);
    const signingOrder = draft.signingOrder ?? (isNumbered ? undefined : 'parallel');
    await ask(documentPaths.putRecipients, { params, body: { recipients: body, signingOrder } });
  }
  if (!draft.fields) return;
  const { recipients: known } = await ask(documentPaths.readDocument, { params });
  const placed = draft.fields.map(({ email: whose, value, ...field }) => {
    const properties = value === undefined ? {} : { value };
    if (whose === undefined && isOfSender(field.type)) return { ...field, properties };
    const owner = known.find(
      (one) => (one.email || one.name).toLowerCase() === spellingOf(whose ?? '').toLowerCase(),
    );
    if (!owner)
      throw new Refused(`field-recipient-unknown: ${whose ?? 'No one'} is not a recipient of this draft.`);
    return { ...field, recipientId: owner.id, properties };
  });
  await ask(documentPaths.putFields, { params, body: { fields: placed } });
}
