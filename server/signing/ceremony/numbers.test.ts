import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/documents.ts';
import type { SignBody } from '#contract/signing/ceremony.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

type Given = NonNullable<SignBody['fields']>[number]['value'];

describeOnOneDatabase('numbers in documents', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    await ada.patch('/api/team', {
      formats: { timeZone: 'Europe/Berlin', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' },
    });
  });

  const rent = (
    recipientId: string,
    properties: FieldInput['properties'] = {},
    label = 'Kaution',
  ): FieldInput => ({
    type: 'number',
    label,
    page: 1,
    x: 72,
    y: label === 'Kaution' ? 120 : 160,
    width: 140,
    height: 26,
    recipientId,
    required: true,
    properties,
  });

  async function signWith(value: Given, properties: FieldInput['properties'] = {}) {
    const lease = await ada.sent(sampleLease(1), [grace], ([id]) => [rent(id!, properties)]);
    const fields = [{ id: lease.signatureFields[0]!.id, value }];
    const answer = await ada.signer(grace.email).sign({ fields });
    await office.settled();
    return { lease, answer };
  }

  async function storedIn(documentId: string) {
    const { db } = office.ports.database;
    const rows = await db
      .selectFrom('field_values')
      .select(['value', 'printed'])
      .where('document_id', '=', documentId)
      .execute();
    const recorded = await db
      .selectFrom('event_values')
      .select(['name', 'value'])
      .where('document_id', '=', documentId)
      .execute();
    const named = (prefix: string) => recorded.find(({ name }) => name.startsWith(prefix))?.value;
    return { rows, field: named('field:'), printed: named('printed:') };
  }

  test.each([2000, undefined])('rejects the ambiguous 25.000 regardless of the maximum (%s)', async (max) => {
    const { answer, lease } = await signWith('25.000', { ...(max !== undefined && { max }) });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'field-value-invalid',
        detail:
          '‘Kaution’ on page 1: ‘25.000’ could be 25000 or 25: one separator before three digits can mark thousands or decimals. Write 25000 or 25.',
        parameters: {
          reason: 'ambiguous-number',
          first: '25000',
          second: '25',
          value: '25.000',
          label: 'Kaution',
        },
      },
    });
    expect((await storedIn(lease.id)).rows).toEqual([]);
  });

  test.each<[Given, string, string]>([
    ['25.000,50', '25000.50', '25.000,50'],
    ['25,000.50', '25000.50', '25.000,50'],
    [25_000, '25000', '25.000'],
    [12.345, '12.3450', '12,345'],
    ['٢٥٬٠٠٠', '25000', '25.000'],
  ])('%s is stored as %s and printed as %s', async (typed, value, printed) => {
    const { answer, lease } = await signWith(typed);
    expect(answer.status).toBe(200);
    expect(await ada.read(lease.id)).toMatchObject({ status: 'completed', sealProblem: null });
    const stored = await storedIn(lease.id);
    expect(stored).toEqual({ rows: [{ value, printed }], field: value, printed });
    const sealed = await ada.ask(`/api/documents/${lease.id}/download`);
    const [page, certificate] = [await readAloud(sealed.bytes, 1), await readAloud(sealed.bytes, 2)];
    expect(page).toContain(printed);
    expect(certificate).toContain(printed);
  });

  test('the agreement contains a prefilled number as stored, and ambiguous numbers cannot be sent', async () => {
    const draft = await ada.prepare(sampleLease(1), [grace], ([id]) => [rent(id!, { value: '25.000' })]);
    expect(await ada.send(draft.id)).toMatchObject({
      status: 422,
      body: {
        code: 'field-incomplete',
        detail: expect.stringContaining('‘25.000’ could be 25000 or 25') as string,
        parameters: { reason: 'ambiguous-number', first: '25000', second: '25' },
      },
    });
    const [field] = draft.signatureFields;
    const properties = { value: '25.000,5', readOnly: true };
    await ada.put(`/api/documents/${draft.id}/fields`, [{ ...field, properties }]);
    expect((await ada.send(draft.id)).status).toBe(200);
    expect((await ada.read(draft.id)).signatureFields[0]?.properties?.value).toBe('25000.5');
    await office.settled();
    const signer = ada.signer(grace.email);
    expect((await signer.view()).body.document.formats).toMatchObject({ numberFormat: '1.234,56' });
    expect((await signer.sign({ fields: [] })).status).toBe(200);
    await office.settled();
    expect((await storedIn(draft.id)).rows).toEqual([{ value: '25000.5', printed: '25.000,5' }]);
  });

  test('accepts a JSON number as a prefilled value and returns it in canonical form', async () => {
    const draft = await ada.prepare(sampleLease(1), [grace], ([id]) => [
      rent(id!, { value: 12.345 as unknown as string }),
    ]);
    const [field] = draft.signatureFields;
    expect(field?.properties?.value).toBe('12.3450');
    await ada.put(`/api/documents/${draft.id}/fields`, [field]);
    expect((await ada.send(draft.id)).status).toBe(200);
  });

  test('other signers see the printed form, both before and after signing', async () => {
    const lease = await ada.sent(sampleLease(1), [grace, linus], ([id]) => [
      rent(id!, { value: '1234.5', readOnly: true }),
      rent(id!, {}, 'Miete'),
    ]);
    const boxes = async () =>
      (await ada.signer(linus.email).view()).body.others.filter(({ type }) => type === 'number');
    expect((await boxes()).map(({ value }) => value)).toEqual(['1.234,5', '']);
    const fields = [{ id: lease.signatureFields.find(({ label }) => label === 'Miete')!.id, value: 1000 }];
    expect((await ada.signer(grace.email).sign({ fields })).status).toBe(200);
    expect((await boxes()).map(({ value }) => value)).toEqual(['1.234,5', '1.000']);
  });
});
