import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { expect, type APIRequestContext } from '@playwright/test';
import type { FieldInput } from '#contract/documents/documents.ts';
import { openDatabase } from '#server/foundation/db/database.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { harbourAgreement } from '../support/harbour-agreement.ts';
import { openMail } from '../support/outbox.ts';

/** Creates a realistic account with documents in every state, spread over the month. */

export const agreement = 'Crane maintenance agreement 2027';
export const pending = 'Mutual agreement on confidence';
export const completed = 'Lease of the harbour office';
export const declined = 'Pilot boat charter, summer';

const notThisSummer =
  'The boat is in the yard until the middle of August, so we cannot take the charter this summer. We would gladly do it from September on.';
type Person = { name: string; email: string };
type Story = { title: string; file: string; people: Person[]; sign: Person[]; ends?: 'declined' };

const pilots = { name: 'Ines Ferreira', email: 'ines@pilots.example' };
const stories: Story[] = [
  { title: declined, file: 'charter', people: [pilots], sign: [], ends: 'declined' },
  { title: completed, file: 'lease', people: [grace, linus], sign: [grace, linus] },
  { title: 'Data processing agreement', file: 'processing', people: [hana], sign: [hana] },
  { title: 'Insurance of berths 11 to 14', file: 'insurance', people: [linus], sign: [linus] },
  { title: 'Employment agreement, I. Brandt', file: 'employment', people: [grace, hana], sign: [] },
  { title: pending, file: 'confidence', people: [grace, linus], sign: [grace] },
];

/** `request` is signed in. Uses the API, as a program would. */
export async function furnish(request: APIRequestContext, dataDir: string): Promise<void> {
  for (const { title, file, people, sign, ends } of stories) {
    const id = await upload(request, title, `${file}.docx`);
    await prepare(request, id, people);
    await answered(request.post(`/api/documents/${id}/send`, { data: {} }));
    const links = await Promise.all(people.map(({ email }) => openMail(dataDir, email, `sign: ${title}`)));
    for (const [index, person] of people.entries()) {
      const path = `/api${new URL(links[index]?.link ?? '').pathname}`;
      if (ends === 'declined')
        await answered(request.post(`${path}/decline`, { data: { reason: notThisSummer } }));
      if (!sign.includes(person)) continue;
      const { fields, disclosure } = (await (await request.get(path)).json()) as CeremonyAnswer;
      await request.get(`${path}/file`);
      await answered(request.post(`${path}/opened`));
      const { version: disclosureVersion, language: locale } = disclosure;
      const agreed = { consent: true, disclosureVersion, locale };
      const texts = fields
        .filter(({ type }) => type === 'text')
        .map(({ id: field }) => ({ id: field, value: '4410' }));
      await answered(
        request.post(path, {
          data: { signatureText: person.name, initialsText: 'X', ...agreed, fields: texts },
        }),
      );
    }
    if (sign.length === people.length) await openMail(dataDir, people[0]?.email ?? '', `Completed: ${title}`);
  }
  const draft = await upload(request, agreement, 'crane-maintenance-agreement.docx');
  await prepare(request, draft, [grace, linus]);
}

/** Adds what the API cannot create: a larger plan, and documents dated in the past. */
export async function age(dataDir: string, now: number): Promise<void> {
  const database = await openDatabase({ dataDir });
  const day = 86_400_000;
  await database.db.updateTable('accounts').set({ plan: 'business' }).execute();
  const rows = await database.db
    .selectFrom('documents')
    .select(['id', 'status'])
    .orderBy('id', 'desc')
    .execute();
  for (const [index, { id, status }] of rows.entries()) {
    const created = new Date(now - index * 1.7 * day);
    const ended = new Date(created.getTime() + 1.4 * day);
    await database.db
      .updateTable('documents')
      .set({
        created_at: created,
        original_size: 31_000 + ((index * 7_919) % 13) * 14_300,
        ...(status === 'draft' ? {} : { sent_at: created }),
        ...(status === 'completed' ? { completed_at: ended } : {}),
      })
      .where('id', '=', id)
      .execute();
  }
  await database.close();
}

async function upload(request: APIRequestContext, title: string, name: string): Promise<string> {
  const answer = await answered(
    // The first conversion has to start LibreOffice.
    request.post('/api/documents/upload', {
      multipart: { title, file: harbourAgreement(name) },
      timeout: 90_000,
    }),
  );
  return ((await answer.json()) as { id: string }).id;
}

async function prepare(request: APIRequestContext, id: string, people: Person[]): Promise<void> {
  const answer = await answered(
    request.put(`/api/documents/${id}/recipients`, {
      data: people.map((person, index) => ({ ...person, role: 'signer', order: index + 1 })),
    }),
  );
  const { recipients } = (await answer.json()) as { recipients: { id: string }[] };
  await answered(
    request.put(`/api/documents/${id}/fields`, {
      data: recipients.flatMap((recipient, index) => fieldsOf(recipient.id, index)),
    }),
  );
}

/** Fields on the lines of the agreement's second page, and initials at the bottom of its first page. */
function fieldsOf(recipientId: string, column: number): FieldInput[] {
  const left = 72 + 225 * column;
  const fields: FieldInput[] = [
    { type: 'initial', page: 1, x: 400 + 80 * column, y: 770, width: 64, height: 32, recipientId },
    { type: 'signature', page: 2, x: left, y: 444, width: 165, height: 49, recipientId },
    { type: 'date', page: 2, x: left + 27, y: 535, width: 90, height: 20, recipientId },
  ];
  const costs: FieldInput = {
    type: 'text',
    page: 2,
    x: 127,
    y: 556,
    width: 90,
    height: 18,
    recipientId,
    label: 'Cost centre',
  };
  return column === 0 ? [...fields, costs] : fields;
}

async function answered<Answer extends { ok(): boolean; text(): Promise<string> }>(
  response: Promise<Answer>,
): Promise<Answer> {
  const answer = await response;
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer;
}
