import { beforeAll, describe, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/api-keys.ts';
import type { DocumentDetail } from '#contract/documents.ts';
import type { TemplateDetail } from '#contract/templates.ts';
import { scopes } from '#core/permission/scope.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { recipientsToSave, sendRequest } from '#web/editor/send-request.ts';
import { orderOfRows } from '#web/editor/turns.ts';
import { grace, linus } from '../cast.ts';
import { openOneDatabase } from '../databases.ts';
import type { Desk } from '../desk.ts';
import { sampleLease } from '../documents/sample-lease.ts';
import { openAssistant } from '../open-assistant.ts';
import { openOffice, type Office } from '../open-office.ts';

/**
 * Order numbers of Grace and Linus, and whether the sender also chooses that everyone signs at the same time.
 */
type Situation = { orders: [number, number] | []; atOnce: boolean };
const situations = {
  'no numbers': { orders: [], atOnce: false },
  'numbers, Linus first': { orders: [2, 1], atOnce: false },
  'equal numbers': { orders: [1, 1], atOnce: false },
  'numbers, and all at once': { orders: [2, 1], atOnce: true },
} satisfies Record<string, Situation>;

const everyone = [grace.name, linus.name];
const contradiction = ['order-contradictory'];
/** The recipients invited first in each of the four situations. */
const atOnceWins = [everyone, [linus.name], everyone, everyone];

let office: Office;
let ada: Desk;
let visits = 0;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  ada = await office.desk();
}, 60_000);

/** The seven ways to send; each returns the code of the refusal, or nothing if the document was sent. */
const ways: Record<string, { expected: string[][]; send: (of: Situation) => Promise<string | undefined> }> = {
  'the send dialog of the editor': {
    // 'All at once' is a choice there, made after the numbers.
    expected: atOnceWins,
    send: async (of) => fromEditor(await prepare(of), of),
  },
  'Use template': {
    expected: atOnceWins,
    send: async (of) => fromEditor(await useTemplate(of), of),
  },
  'Bulk send': {
    expected: atOnceWins,
    send: async ({ orders, atOnce }) => {
      const { id } = await template(orders);
      const head = 'Signer 1 Email,Signer 1 Name,Signer 2 Email,Signer 2 Name';
      const csv = `${head}\n${grace.email},${grace.name},${linus.email},${linus.name}`;
      const order = atOnce ? { signingOrder: 'parallel' } : {};
      const body = { id: crypto.randomUUID(), csv, fileName: 'rows.csv', ...order };
      return codeOf(await ada.post(`/api/templates/${id}/bulk`, body));
    },
  },
  'a public form': {
    // A form has no setting for the order, so the template's numbers apply.
    expected: [everyone, [linus.name], everyone, [linus.name]],
    send: async ({ orders }) => {
      const { id, roles } = await template(orders);
      const [visitor, other] = roles;
      const people = [{ roleId: other!.id, ...linus }];
      const form = { on: true, visitorRole: visitor!.id, people };
      const { body } = await ada.put<{ url: string }>(`/api/templates/${id}/form`, form);
      // A form limits the daily requests per mailbox.
      const email = `grace.${++visits}@harbour.example`;
      await submit(new URL(body.url).pathname, { name: grace.name, email });
      await office.settled();
      const link = office.post
        .to(email)
        .map(({ text }) => /\/form\/confirm\/[\w-]+/.exec(text)?.[0])
        .findLast((one) => one !== undefined);
      await submit(link!, {});
      return undefined;
    },
  },
  'the API: send': {
    expected: [everyone, [linus.name], everyone, contradiction],
    send: async ({ orders, atOnce }) => {
      const { id, recipients } = await prepare({ orders: [], atOnce });
      const named = recipients.map(({ email, name, role }, at) => ({ email, name, role, order: orders[at] }));
      const order = atOnce ? { signingOrder: 'parallel' } : {};
      return codeOf(await ada.send(id, { recipients: named, ...order }));
    },
  },
  'the API: template': {
    expected: atOnceWins,
    send: async (of) => codeOf(await ada.send((await useTemplate(of, of.atOnce)).id)),
  },
  'an assistant': {
    expected: [everyone, [linus.name], everyone, contradiction],
    send: async ({ orders, atOnce }) => {
      const body = { name: 'Assistant', mode: 'live', scopes };
      const key = await ada.post<NewKeyAnswer>('/api/keys', body);
      const { call } = await openAssistant(office, key.body.secret);
      const drafted = await call<{ id: string }>('draft_from_file', {
        ...{ fileName: 'lease.pdf', base64: Buffer.from(sampleLease(1)).toString('base64') },
        recipients: [grace, linus].map((one, at) => ({ ...one, order: orders[at] })),
        ...(atOnce && { signingOrder: 'parallel' }),
      });
      if (drafted.isError) return /^[\w-]+/.exec(drafted.text)?.[0];
      const { body: proposed } = await call<{ id: string }>('propose_sending', {
        documentId: drafted.body.id,
      });
      const { body: seen } = await ada.ask<{ fingerprint: string }>(`/api/proposals/${proposed.id}`);
      const { fingerprint } = seen;
      return codeOf(await ada.post(`/api/proposals/${proposed.id}/confirm`, { fingerprint }));
    },
  },
};

describe.each(Object.entries(ways))('a document sent by %s', (_, { expected, send }) => {
  test.each(Object.entries(situations).map(([name, of], at) => ({ name, of, invited: expected[at] })))(
    '$name',
    async ({ of, invited }) => {
      const before = office.post.mails.length;
      const code = await send(of);
      await office.settled();
      const mails = office.post.mails.slice(before).filter(({ text }) => text.includes('/sign/'));
      const asked = everyone.filter((name) => mails.some(({ to }) => to.name === name));
      expect(code === undefined ? asked : [code]).toEqual(invited);
    },
  );
});

async function prepare({ orders }: Situation): Promise<DocumentDetail> {
  return ada.prepare(
    sampleLease(1),
    [grace, linus].map((one, at) => ({ ...one, ...(orders[at] !== undefined && { order: orders[at] }) })),
  );
}

async function template(orders: Situation['orders']): Promise<TemplateDetail> {
  const { id: documentId } = await prepare({ orders, atOnce: false });
  const words = { name: `Berth ${newId(0)}`, description: 'A berth', documentId };
  const { body } = await ada.post<{ id: string }>('/api/templates', words);
  return (await ada.ask<TemplateDetail>(`/api/templates/${body.id}`)).body;
}

async function useTemplate({ orders }: Situation, atOnce = false): Promise<DocumentDetail> {
  const { id, roles } = await template(orders);
  const recipients = roles.map((role, at) => ({ roleId: role.id, ...[grace, linus][at]! }));
  const body = { recipients, ...(atOnce && { signingOrder: 'parallel' }) };
  const used = await ada.post<{ id: string }>(`/api/templates/${id}/use`, body);
  return ada.read(used.body.id);
}

/**
 * The steps of the dialog: it opens with the draft's values, the sender may choose 'All at once', and sends.
 */
async function fromEditor(document: DocumentDetail, { atOnce }: Situation): Promise<string | undefined> {
  const rows = document.recipients.map(({ id: recipientId, email, name, role, order }) => {
    return { recipientId, email, name, role, order, accessCode: '', mailCode: false };
  });
  const form = {
    recipients: rows.map(
      (row) =>
        ({
          ...row,
          language: 'en',
          passkey: 'none',
          message: '',
          codeNeeded: false,
          withoutCode: false,
        }) as const,
    ),
    signingOrder: atOnce ? ('parallel' as const) : orderOfRows(rows),
    ...{ subject: '', message: '', days: 30, remind: false, everyDays: 3, most: 3, allowDelegation: false },
    formats: { timeZone: 'UTC', dateFormat: 'yyyy-MM-dd', numberFormat: '1,234.56' } as const,
  };
  const saved = await ada.put<DocumentDetail>(
    `/api/documents/${document.id}/recipients`,
    recipientsToSave(form),
  );
  return codeOf(await ada.send(document.id, { ...sendRequest(form, saved.body.recipients) }));
}

function codeOf({ status, body }: { status: number; body: unknown }): string | undefined {
  return status < 300 ? undefined : String((body as { code: string }).code);
}

function submit(url: string, fields: Record<string, string>) {
  return office.product.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: office.product.services.publicUrl,
    },
    payload: new URLSearchParams(fields).toString(),
  });
}
