import { beforeAll, describe, expect, test } from 'vitest';
import type { BulkDetail, BulkPreview } from '#contract/documents/bulk.ts';
import type { FieldInput } from '#contract/documents/documents.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { guessFormats } from '#core/formats/formats.ts';
import { appLanguages, type AppLanguage } from '#core/language/language.ts';
import { newId } from '#server/foundation/db/new-id.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { isNoNumber, numberRows, readingsOf } from '#testing/number-table.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const accepted = numberRows.filter((row) => !isNoNumber(row) && !readingsOf(row));
const refused = numberRows.filter((row) => !accepted.includes(row));

/** One field for each accepted notation, and one for the rejected ones. */
const labels = [...accepted.map((_, at) => `Sum ${at}`), 'Other'];

const fieldsFor = (
  recipientId: string | null | undefined,
  valueOf: (at: number) => string | undefined,
  more: FieldInput['properties'] = {},
): FieldInput[] =>
  labels.map((label, at) => {
    const value = valueOf(at);
    return {
      type: 'number',
      page: 1,
      x: 10 + (at % 5) * 116,
      y: 10 + Math.floor(at / 5) * 40,
      width: 112,
      height: 24,
      label,
      recipientId,
      required: false,
      properties: { ...more, ...(value !== undefined && { value }) },
    };
  });
const writtenAt = (at: number) => accepted[at]?.written;

/** Returns the values of a document's fields by label, in table order. */
const inOrder = (fields: readonly { label: string; value: string | undefined }[]) =>
  labels.slice(0, -1).map((label) => fields.find((field) => field.label === label)?.value);

/** Expects a refusal that names the notation and, if it is ambiguous, both possible numbers. */
function expectRefusal(problem: unknown, row: (typeof refused)[number]) {
  const [first, second] = readingsOf(row) ?? [];
  const parameters = {
    label: 'Other',
    value: row.written,
    reason: first ? 'ambiguous-number' : 'not-a-number',
    ...(first && { first, second }),
  };
  expect(problem, row.written).toMatchObject({ parameters });
}

describeOnOneDatabase('number formats, for every way to enter values', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  describe.each(
    appLanguages.map((language, at) => [language, at] as const).filter(([, at]) => longRun || at < 1),
  )('documents in %s', (language, at) => {
    const values = accepted.map(({ read }) => read);
    const printed = accepted.map((row) => row.printed[at]);
    let ada: Desk;
    let templateId: string;
    beforeAll(async () => {
      ada = await deskIn(language);
      templateId = await templateOf(ada);
    });

    test('values from a signer are accepted or rejected as in the table', async () => {
      const sent = await ada.sent(sampleLease(), [grace], ([id]) => fieldsFor(id, () => undefined));
      const idOf = (label: string) => sent.signatureFields.find((field) => field.label === label)!.id;
      const signer = ada.signer(grace.email);
      for (const row of refused) {
        const answer = await signer.sign({ fields: [{ id: idOf('Other'), value: row.written }] });
        expect(answer.status).toBe(422);
        expectRefusal(answer.body, row);
      }
      const given = accepted.map(({ written }, index) => ({ id: idOf(labels[index]!), value: written }));
      expect((await signer.sign({ fields: given })).status).toBe(200);
      expect(await storedIn(sent.id)).toEqual({ values, printed });
    });

    test('values prefilled by a sender are accepted or rejected as in the table', async () => {
      const draft = await ada.prepare(sampleLease(), [grace], ([id]) => fieldsFor(id, writtenAt));
      const recipientId = draft.recipients[0]!.id;
      for (const row of refused) {
        const fields = fieldsFor(recipientId, (index) =>
          index === accepted.length ? row.written : undefined,
        );
        await ada.put(`/api/documents/${draft.id}/fields`, fields);
        expectRefusal((await ada.send(draft.id)).body, row);
      }
      await ada.put(
        `/api/documents/${draft.id}/fields`,
        fieldsFor(recipientId, writtenAt, { readOnly: true }).slice(0, -1),
      );
      expect((await ada.send(draft.id)).status).toBe(200);
      await office.settled();
      expect((await ada.signer(grace.email).sign({ fields: [] })).status).toBe(200);
      expect(await storedIn(draft.id)).toEqual({ values, printed });
    });

    test('values from a template are accepted or rejected as in the table', async () => {
      const { body: template } = await ada.ask<TemplateDetail>(`/api/templates/${templateId}`);
      const [role] = template.roles;
      const use = async (fields: FieldInput[]) => {
        const own = fields.map(({ recipientId: _, ...field }) => ({ ...field, roleId: role!.id }));
        expect((await ada.put(`/api/templates/${templateId}/fields`, { fields: own })).status).toBe(200);
        const recipients = [{ roleId: role!.id, email: grace.email, name: grace.name }];
        const made = await ada.post<{ id: string }>(`/api/templates/${templateId}/use`, { recipients });
        return { id: made.body.id, answer: await ada.send(made.body.id) };
      };
      for (const row of refused) {
        const { answer } = await use(
          fieldsFor(null, (index) => (index === accepted.length ? row.written : undefined)),
        );
        expectRefusal(answer.body, row);
      }
      const { id, answer } = await use(fieldsFor(null, writtenAt));
      expect(answer.status).toBe(200);
      const { signatureFields } = await ada.read(id);
      const stored = signatureFields.map(({ label, properties }) => ({ label, value: properties?.value }));
      expect(inOrder(stored)).toEqual(values);
    });

    test('values from a CSV file are accepted or rejected as in the table', async () => {
      const own = await templateOf(ada);
      const quote = (cell: string) => `"${cell}"`;
      const rowOf = (cells: string[]) => [`${newId(Date.now())}@harbour.example`, ...cells].join(';');
      const none = accepted.map(() => '');
      const lines = [
        ['Signer 1 email', ...labels].join(';'),
        rowOf([...accepted.map(({ written }) => quote(written)), '']),
        ...refused.map(({ written }) => rowOf([...none, quote(written)])),
      ];
      const csv = `${lines.join('\n')}\n`;
      const { body: preview } = await ada.post<BulkPreview>(`/api/templates/${own}/bulk/preview`, { csv });
      expect([preview.good, preview.problems.length]).toEqual([1, refused.length]);
      for (const [index, row] of refused.entries()) expectRefusal(preview.problems[index], row);
      const start = { id: newId(Date.now()), fileName: 'sums.csv', csv };
      expect((await ada.post<BulkDetail>(`/api/templates/${own}/bulk`, start)).status).toBe(201);
      await office.settled();
      const listed = await ada.ask<{ id: string; status: string }[]>('/api/documents?limit=1');
      const { signatureFields, status } = await ada.read(listed.body[0]!.id);
      expect(status).toBe('sent');
      const stored = signatureFields.map(({ label, properties }) => ({ label, value: properties?.value }));
      expect(inOrder(stored)).toEqual(values);
    });
  });

  async function deskIn(language: AppLanguage): Promise<Desk> {
    const ada = await office.desk({ email: `ada-${language}@harbour.example` });
    const formats = { ...guessFormats(language, null), timeZone: 'UTC' };
    expect((await ada.patch('/api/team', { formats })).status).toBe(204);
    return ada;
  }

  async function templateOf(ada: Desk): Promise<string> {
    const draft = await ada.prepare(sampleLease(), [grace], ([id]) => fieldsFor(id, () => undefined));
    const words = { name: 'Sums', description: 'Of a lease', category: 'Legal', documentId: draft.id };
    return (await ada.post<TemplateDetail>('/api/templates', words)).body.id;
  }

  /** Returns the stored values and their printed forms, in table order. */
  async function storedIn(documentId: string) {
    await office.settled();
    const rows = await office.ports.database.db
      .selectFrom('field_values')
      .innerJoin('fields', 'fields.id', 'field_values.field_id')
      .select(['label', 'value', 'printed'])
      .where('field_values.document_id', '=', documentId)
      .execute();
    return {
      values: inOrder(rows),
      printed: inOrder(rows.map(({ label, value, printed }) => ({ label, value: printed ?? value }))),
    };
  }
});
