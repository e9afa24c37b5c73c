import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { documentPaths, proposalPaths, templatePaths } from '#contract/paths.ts';
import { useTemplateBody } from '#contract/documents/templates.ts';
import { strict } from '#contract/strict.ts';
import { wordFileForm } from '#contract/documents/word-file.ts';
import { fieldTypes } from '#core/field/field.ts';
import { spellingOf } from '#core/recipient/mail-address.ts';
import { recipientRoles } from '#core/recipient/recipient.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { Refused, type Ask } from './ask.ts';
import { decides } from './proposal-tools.ts';
import { shownDocument, shownProposal } from './shown.ts';
import { answered, prepares } from './answered.ts';

const id = z.string().max(100);
const title = z.string().max(1000).optional();
const email = z.string().max(320);
const name = z.string().max(200).optional();

const signingOrder = z
  .enum(['sequential', 'parallel'])
  .optional()
  .describe(
    'If omitted, `order` decides: lower numbers go first, equal numbers together. `parallel` asks everyone at the same time.',
  );
const recipients = z
  .array(strict({ email, name, role: z.enum(recipientRoles).optional(), order: z.int().min(1).optional() }))
  .max(50)
  .describe(
    'Everyone who signs, approves, views or gets a copy. The default role is signer. Without `order`, everyone is asked at the same time; with it, lower numbers go first and equal numbers together.',
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
      email: email.describe('The recipient who fills it in'),
      required: z.boolean().optional(),
      label: z.string().max(200).optional(),
      value: z
        .union([z.string().max(1000), z.number()])
        .optional()
        .describe('What it begins with'),
    }),
  )
  .max(200)
  .describe('In points of the page as shown, from its top left corner.');
type Fields = z.infer<typeof fields>;
type Recipients = z.infer<typeof recipients>;

const { recipients: people, folderId: _folder, ...use } = useTemplateBody.shape;
/** Codes are agreed between people, so an assistant sets none. */
const { accessCode: _code, ...taker } = people.element.shape;

/** What a draft of a template needs. */
const templateUse = {
  templateId: id,
  ...use,
  recipients: z
    .array(strict(taker))
    .max(50)
    .describe('One person for each role, by its name (`role`) or its id (`roleId`).'),
  values: use.values.describe(
    'Initial values by the label of a field. Numbers as JSON numbers, days as 2026-11-27, checkboxes as true or false.',
  ),
};

const sentFile = {
  fileName: z.string().min(1).max(200),
  base64: z.string().max(11_000_000),
  trackedChanges: wordFileForm.trackedChanges.describe(
    'For a Word file with tracked changes; ask the person before you choose.',
  ),
  title,
};
type SentFile = z.infer<z.ZodObject<typeof sentFile>>;

const words = {
  subject: z.string().max(200).optional(),
  message: z.string().max(5000).optional(),
  expirationDays: z.int().min(1).max(365).optional(),
};
type Words = z.infer<z.ZodObject<typeof words>>;

/** Permanently deletes a draft that was just created. */
export type Discard = (documentId: string) => Promise<unknown>;

/** Tools that prepare drafts; they notify no one. */
export function addDraftTools(server: McpServer, ask: Ask, publicUrl: string, discard: Discard): void {
  const shown = async (of: string) =>
    shownDocument(await ask(documentPaths.readDocument, { params: { id: of } }), publicUrl);
  // Assistants retry after a refusal, so refused drafts must neither accumulate nor count.
  const discardedIfRefused = async <T>(draft: { id: string }, act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      await discard(draft.id);
      throw error;
    }
  };
  const made = (draft: { id: string }, prepare?: () => Promise<void>) =>
    discardedIfRefused(draft, async () => {
      await prepare?.();
      return shown(draft.id);
    });
  const proposed = async (draft: { id: string }, words: Words) =>
    shownProposal(
      await ask(proposalPaths.proposeAct, { body: { act: 'send', documentId: draft.id, ...words } }),
    );
  server.registerTool(
    'draft_from_template',
    {
      title: 'Prepare a draft from a template',
      description:
        'Creates a draft from a template, with a person for each role and initial values by the label of a field. Nothing is sent.',
      inputSchema: strict(templateUse),
      annotations: prepares,
    },
    ({ templateId, ...body }) =>
      answered(async () => made(await ask(templatePaths.useTemplate, { params: { id: templateId }, body }))),
  );
  server.registerTool(
    'propose_from_template',
    {
      title: 'Propose to send a template',
      description: `Does what draft_from_template and propose_sending do, in one step. ${decides}`,
      inputSchema: strict(templateUse),
      annotations: prepares,
    },
    ({ templateId, ...body }) =>
      answered(async () => {
        const draft = await ask(templatePaths.useTemplate, { params: { id: templateId }, body });
        return discardedIfRefused(draft, () => proposed(draft, {}));
      }),
  );
  const fromFile = async ({ fileName, base64, trackedChanges, title: named }: SentFile) => {
    const bytes = Buffer.from(base64, 'base64');
    const file = { name: fileName, bytes, texts: { title: named, trackedChanges } };
    return ask.upload(documentPaths.uploadDocument, file);
  };
  server.registerTool(
    'draft_from_file',
    {
      title: 'Prepare a draft from a file',
      description:
        'Uploads a PDF or Word file as a draft. Texts such as {{signature:1}} in the file become fields. Nothing is sent.',
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
        return made(draft, () => change(ask, draft.id, given));
      }),
  );
  server.registerTool(
    'propose_from_file',
    {
      title: 'Propose to send a file',
      description: `Does what draft_from_file and propose_sending do, in one step. ${decides}`,
      inputSchema: strict({ ...sentFile, recipients, signingOrder, fields: fields.optional(), ...words }),
      annotations: prepares,
    },
    ({ subject, message, expirationDays, ...given }) =>
      answered(async () => {
        const draft = await fromFile(given);
        return discardedIfRefused(draft, async () => {
          await change(ask, draft.id, given);
          return proposed(draft, { subject, message, expirationDays });
        });
      }),
  );
  server.registerTool(
    'change_draft',
    {
      title: 'Change a draft',
      description: 'Changes the title, recipients or fields of a draft. Each list replaces the current one.',
      inputSchema: strict({
        id,
        title,
        recipients: recipients.optional(),
        signingOrder,
        fields: fields.optional(),
      }),
      annotations: prepares,
    },
    ({ id: of, ...draft }) =>
      answered(async () => {
        const params = { id: of };
        if (draft.title !== undefined)
          await ask(documentPaths.renameDocument, { params, body: { title: draft.title } });
        await change(ask, of, draft);
        return shown(of);
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
    // The list replaces the old one completely, including the order: without numbers there is none.
    const isNumbered = draft.recipients.some(({ order }) => order !== undefined);
    const signingOrder = draft.signingOrder ?? (isNumbered ? undefined : 'parallel');
    await ask(documentPaths.putRecipients, { params, body: { recipients: body, signingOrder } });
  }
  if (!draft.fields) return;
  const { recipients: known } = await ask(documentPaths.readDocument, { params });
  const placed = draft.fields.map(({ email: whose, value, ...field }) => {
    const owner = known.find((one) => one.email.toLowerCase() === spellingOf(whose).toLowerCase());
    if (!owner) throw new Refused(`field-recipient-unknown: ${whose} is not a recipient of this draft.`);
    const properties = value === undefined ? {} : { value };
    return { ...field, recipientId: owner.id, properties };
  });
  await ask(documentPaths.putFields, { params, body: { fields: placed } });
}
