import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { DocumentDetail, FieldInput } from '#contract/documents/documents.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { scopes } from '#core/permission/scope.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { recipientsToSave, sendRequest } from '#web/editor/send/send-request.ts';
import { orderOfRows } from '#web/editor/recipients/turns.ts';
import type { Desk } from '../desk.ts';
import { sampleLease } from '../documents/sample-lease.ts';
import { openAssistant } from '../open-assistant.ts';
import type { Office } from '../open-office.ts';

/**
 * Order numbers of the two signers. `atOnce` is true if the sender also chooses that everyone signs at the
 * same time.
 */
export type Situation = { orders: [number, number] | []; atOnce: boolean };
export const situations = {
  'no numbers': { orders: [], atOnce: false },
  'numbers, the second person first': { orders: [2, 1], atOnce: false },
  'equal numbers': { orders: [1, 1], atOnce: false },
  'numbers, and all at once': { orders: [2, 1], atOnce: true },
} satisfies Record<string, Situation>;

type Person = { name: string; email: string };

/**
 * A sender, the two people who sign, and optionally the fields. By default, each person has one signature.
 */
export type Scene = {
  office: Office;
  desk: Desk;
  people: readonly [Person, Person];
  fields?: (recipientIds: string[]) => FieldInput[];
};

/** Who is invited first: both, only the second person, or no one because sending is refused. */
export type First = 'both' | 'second' | 'refused';
type Way = {
  expected: readonly [First, First, First, First];
  /** Returns the code of the refusal, or undefined if the document was sent. */
  send: (scene: Scene, of: Situation) => Promise<string | undefined>;
};

const atOnceWins = ['both', 'second', 'both', 'both'] as const;
const contradictionRefused = ['both', 'second', 'both', 'refused'] as const;

let visits = 0;

/** The seven ways to send, with the recipients invited first in each of the four situations. */
export const waysToSend: Record<string, Way> = {
  'the send dialog of the editor': {
    // 'All at once' is a separate choice in this case, made after the order numbers are set.
    expected: atOnceWins,
    send: async (scene, of) => fromEditor(scene, await prepare(scene, of), of),
  },
  'Use template': {
    expected: atOnceWins,
    send: async (scene, of) => fromEditor(scene, await useTemplate(scene, of), of),
  },
  'Bulk send': {
    expected: atOnceWins,
    send: async (scene, { orders, atOnce }) => {
      const { id } = await template(scene, orders);
      const head = 'Signer 1 Email,Signer 1 Name,Signer 2 Email,Signer 2 Name';
      const csv = `${head}\n${scene.people.flatMap(({ email, name }) => [email, name]).join(',')}`;
      const order = atOnce ? { signingOrder: 'parallel' } : {};
      const body = { id: crypto.randomUUID(), csv, fileName: 'rows.csv', ...order };
      return codeOf(await scene.desk.post(`/api/templates/${id}/bulk`, body));
    },
  },
  'a public form': {
    // A form cannot set the order, so the template's numbers apply.
    expected: ['both', 'second', 'both', 'second'],
    send: async (scene, { orders }) => {
      const { office, desk, people } = scene;
      const { id, roles } = await template(scene, orders);
      const [visitor, other] = roles;
      const form = { on: true, visitorRole: visitor!.id, people: [{ roleId: other!.id, ...people[1] }] };
      const { body } = await desk.put<{ url: string }>(`/api/templates/${id}/form`, form);
      // A form limits the daily requests per mailbox.
      const email = `visitor.${++visits}@harbour.example`;
      await submit(office, new URL(body.url).pathname, { name: people[0].name, email });
      await office.settled();
      const link = office.post
        .to(email)
        .map(({ text }) => /\/form\/confirm\/[\w-]+/.exec(text)?.[0])
        .findLast((one) => one !== undefined);
      await submit(office, link!, {});
      return undefined;
    },
  },
  'the API: send': {
    expected: contradictionRefused,
    send: async (scene, { orders, atOnce }) => {
      const { id, recipients } = await prepare(scene, { orders: [], atOnce });
      const named = recipients.map(({ email, name, role }, at) => ({ email, name, role, order: orders[at] }));
      const order = atOnce ? { signingOrder: 'parallel' } : {};
      return codeOf(await scene.desk.send(id, { recipients: named, ...order }));
    },
  },
  'the API: template': {
    expected: atOnceWins,
    send: async (scene, of) => codeOf(await scene.desk.send((await useTemplate(scene, of, of.atOnce)).id)),
  },
  'an assistant': {
    expected: contradictionRefused,
    send: async ({ office, desk, people, fields }, { orders, atOnce }) => {
      const body = { name: 'Assistant', mode: 'live', scopes };
      const key = await desk.post<NewKeyAnswer>('/api/keys', body);
      const { call } = await openAssistant(office, key.body.secret);
      const drafted = await call<{ id: string }>('draft_from_file', {
        fileName: 'lease.pdf',
        base64: Buffer.from(sampleLease(1)).toString('base64'),
        recipients: people.map((one, at) => ({ ...one, order: orders[at] })),
        ...(atOnce && { signingOrder: 'parallel' }),
      });
      if (drafted.isError) return /^[\w-]+/.exec(drafted.text)?.[0];
      const draft = await desk.read(drafted.body.id);
      const placed = fields?.(draft.recipients.map(({ id }) => id));
      if (placed) await desk.put(`/api/documents/${draft.id}/fields`, placed);
      const { body: proposed } = await call<{ id: string }>('propose_sending', { documentId: draft.id });
      const { body: seen } = await desk.ask<{ fingerprint: string }>(`/api/proposals/${proposed.id}`);
      const { fingerprint } = seen;
      return codeOf(await desk.post(`/api/proposals/${proposed.id}/confirm`, { fingerprint }));
    },
  },
};

async function prepare({ desk, people, fields }: Scene, { orders }: Situation): Promise<DocumentDetail> {
  return desk.prepare(
    sampleLease(1),
    people.map((one, at) => ({ ...one, ...(orders[at] !== undefined && { order: orders[at] }) })),
    fields,
  );
}

async function template(scene: Scene, orders: Situation['orders']): Promise<TemplateDetail> {
  const { id: documentId } = await prepare(scene, { orders, atOnce: false });
  const words = { name: `Berth ${newId(0)}`, description: 'A berth', documentId };
  const { body } = await scene.desk.post<{ id: string }>('/api/templates', words);
  return (await scene.desk.ask<TemplateDetail>(`/api/templates/${body.id}`)).body;
}

async function useTemplate(scene: Scene, { orders }: Situation, atOnce = false): Promise<DocumentDetail> {
  const { id, roles } = await template(scene, orders);
  const recipients = roles.map((role, at) => ({ roleId: role.id, ...scene.people[at]! }));
  const body = { recipients, ...(atOnce && { signingOrder: 'parallel' }) };
  const used = await scene.desk.post<{ id: string }>(`/api/templates/${id}/use`, body);
  return scene.desk.read(used.body.id);
}

/**
 * Follows the steps of the dialog: it opens with the draft's values, the sender may choose 'All at once', and
 * sends.
 */
async function fromEditor(
  { desk }: Scene,
  document: DocumentDetail,
  { atOnce }: Situation,
): Promise<string | undefined> {
  const rows = document.recipients.map(({ id: recipientId, email, name, role, order }) => {
    return { recipientId, email, name, role, order, accessCode: '', mailCode: false };
  });
  const form = {
    recipients: rows.map(
      (row) =>
        ({
          ...row,
          sendEmail: true,
          phone: '',
          language: 'en',
          passkey: 'none',
          message: '',
          codeNeeded: false,
          withoutCode: false,
          files: null,
        }) as const,
    ),
    signingOrder: atOnce ? ('parallel' as const) : orderOfRows(rows),
    subject: '',
    message: '',
    days: 30,
    remind: false,
    everyDays: 3,
    most: 3,
    allowDelegation: false,
    returnUrl: '',
    signatureKinds: null,
    separateFiles: false,
    separateCertificate: false,
    formats: { timeZone: 'UTC', dateFormat: 'yyyy-MM-dd', numberFormat: '1,234.56' } as const,
  };
  const saved = await desk.put<DocumentDetail>(
    `/api/documents/${document.id}/recipients`,
    recipientsToSave(form),
  );
  return codeOf(await desk.send(document.id, { ...sendRequest(form, saved.body.recipients) }));
}

function codeOf({ status, body }: { status: number; body: unknown }): string | undefined {
  return status < 300 ? undefined : String((body as { code: string }).code);
}

function submit({ product }: Office, url: string, fields: Record<string, string>) {
  return product.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: product.services.publicUrl,
    },
    payload: new URLSearchParams(fields).toString(),
  });
}
