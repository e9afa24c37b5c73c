import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/documents.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { verifyFile } from '#verify/verify-file.ts';

const withoutPoppler = missingTools('pdftotext').length > 0;
const formats = { timeZone: 'Europe/Berlin', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' };
const inOrder = [
  { ...grace, order: 1 },
  { ...linus, order: 2 },
];

/** Fixed ids, so that rules can refer to fields before they are saved. */
const idOf = (at: number) => `01a2048c-0000-7000-8000-0000000000c${at}`;
const total = idOf(5);

const place = (at: number) => ({ id: idOf(at), page: 1, x: 60, y: 40 + at * 60, width: 180, height: 26 });

/**
 * Grace enters the quantity, the price and the start, from which the total and the end are computed. For a
 * large total, Linus also signs as a guarantor.
 */
function rulesOf(ids: string[], guarantor: FieldInput['properties'] = largeSums): FieldInput[] {
  const [recipientId, linusId] = ids;
  const byGrace = { recipientId, required: true };
  const formula = { formula: '{Quantity} * {Price} * 119%', decimals: 2 };
  return [
    { ...place(0), type: 'number', label: 'Quantity', ...byGrace },
    { ...place(1), type: 'number', label: 'Price', ...byGrace },
    { ...place(2), type: 'dateEntry', label: 'Start', ...byGrace },
    { ...place(3), type: 'text', label: 'Salary', ...byGrace },
    { ...place(5), type: 'number', label: 'Total', recipientId: linusId, properties: formula },
    {
      ...{ ...place(6), type: 'dateEntry', label: 'End', recipientId: linusId },
      properties: { formula: '{Start} + 3 months' },
    },
    {
      ...{ ...place(7), type: 'text', label: 'Guarantor', recipientId: linusId, required: true },
      properties: guarantor,
    },
    { type: 'signature', page: 1, x: 300, y: 40, width: 150, height: 40, recipientId: linusId },
  ];
}
const largeSums: FieldInput['properties'] = {
  showWhen: { all: [{ fieldId: total, is: 'moreThan', value: '1000' }] },
};
const entered = (price: string) => [
  { id: idOf(0), value: '3' },
  { id: idOf(1), value: price },
  { id: idOf(2), value: '2026-11-30' },
  { id: idOf(3), value: 'Confidential 4200' },
];

describeOnOneDatabase('rules of fields', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  async function sent(fields: (ids: string[]) => FieldInput[], recipients = inOrder) {
    const { id } = await ada.prepare(sampleLease(1), recipients, fields);
    const answer = await ada.send(id, { formats });
    await office.settled();
    return { id, answer };
  }

  async function signedByGrace(price: string) {
    const { id, answer } = await sent((ids) => rulesOf(ids));
    expect(answer.status).toBe(200);
    expect((await ada.signer(grace.email).sign({ fields: entered(price) })).status).toBe(200);
    await office.settled();
    return { id, signer: ada.signer(linus.email) };
  }

  test('a signer receives only those earlier entries to which the rules refer', async () => {
    const { signer } = await signedByGrace('1.000,5');
    const { body } = await signer.view();
    expect(body.earlier.map(({ label, held }) => [label, held])).toEqual([
      ['Quantity', '3'],
      ['Price', '1000.5'],
      ['Start', '2026-11-30'],
    ]);
    expect(JSON.stringify(body.earlier)).not.toContain('Confidential');
    expect((await ada.signer(grace.email).view()).body.earlier).toEqual([]);
  });

  test('computed values are sealed, printed and marked as computed, and the verifier computes them again', async () => {
    const { id, signer } = await signedByGrace('1.000,5');
    expect((await signer.sign({ fields: [] })).body).toMatchObject({
      code: 'field-missing',
      parameters: { label: 'Guarantor' },
    });
    expect((await signer.sign({ fields: [{ id: idOf(7), value: 'Ada' }] })).status).toBe(200);
    await office.settled();
    expect(await ada.read(id)).toMatchObject({ status: 'completed', sealProblem: null });
    const { bytes } = await ada.ask(`/api/documents/${id}/download`);
    if (!withoutPoppler) {
      const page = await readAloud(bytes, 1);
      expect(page).toContain('3.571,79');
      expect(page).toContain('28.02.2027');
      const certificate = (await readAloud(bytes, 2)).replaceAll(/\s+/g, ' ');
      expect(certificate).toContain('calculated for [2] Linus');
      expect(certificate).toContain('{Quantity} * {Price} * 119%');
    }
    const report = await verifyFile(bytes, { roots: [], now: office.now() });
    expect(report.checks.find(({ name }) => name === 'fields')).toMatchObject({ result: 'holds' });
    const path = join(temporaryFolder(), 'sealed.pdf');
    writeFileSync(path, bytes);
    const script = fileURLToPath(new URL('../../../docs/check.mjs', import.meta.url));
    expect((await promisify(execFile)(process.execPath, [script, path])).stdout).toContain('genuine: ');
  });

  test('a field hidden by its conditions is neither required nor on the certificate', async () => {
    const { id, signer } = await signedByGrace('100');
    expect((await signer.sign({ fields: [] })).status).toBe(200);
    await office.settled();
    const { bytes } = await ada.ask(`/api/documents/${id}/download`);
    if (!withoutPoppler) expect(await readAloud(bytes)).not.toContain('Guarantor');
    const report = await verifyFile(bytes, { roots: [], now: office.now() });
    expect(report.checks.find(({ name }) => name === 'fields')).toMatchObject({ result: 'holds' });
  });

  test('a page that showed a different result, or none, has to be reloaded', async () => {
    const { signer } = await signedByGrace('100');
    const { shownSha256 } = (await signer.view()).body.document;
    const ofPage = (fields: { id: string; value: string }[]) => signer.sign({ shownSha256, fields });
    const refused = {
      status: 422,
      body: {
        code: 'field-value-invalid',
        parameters: { reason: 'calculated', label: 'Total', value: '357.00' },
      },
    };
    const end = { id: idOf(6), value: '2027-02-28' };
    expect(await ofPage([end])).toMatchObject(refused);
    expect(await ofPage([end, { id: total, value: '356.00' }])).toMatchObject(refused);
    expect((await ofPage([end, { id: total, value: '357.00' }])).status).toBe(200);
  });

  test.each<[string, FieldInput['properties'], typeof inOrder, string]>([
    [
      'a parallel recipient',
      {},
      inOrder.map((one) => ({ ...one, order: 1 })),
      "'Total' on page 1 depends on ‘Quantity’, ‘Price’, whose recipient might act later.",
    ],
    [
      'a condition that no value meets',
      {
        showWhen: {
          all: [
            { fieldId: idOf(0), is: 'lessThan', value: '2' },
            { fieldId: idOf(0), is: 'moreThan', value: '5' },
          ],
        },
      },
      inOrder,
      "'Guarantor' on page 1 has a condition that can never be met with the values that ‘Quantity’",
    ],
    [
      'a circle',
      { showWhen: { any: [{ fieldId: idOf(7), is: 'empty', value: '' }] } },
      inOrder,
      "'Guarantor' on page 1 depends on ‘Guarantor’, whose rules lead back to this field",
    ],
    [
      'an unknown name',
      { formula: '{Discount} + 1' },
      inOrder,
      "'Guarantor' on page 1 has a formula that can’t be read",
    ],
  ])(
    '%s is refused before sending, with the names of the fields',
    async (_, properties, recipients, detail) => {
      const { answer } = await sent((ids) => rulesOf(ids, properties), recipients);
      expect(answer).toMatchObject({ status: 422, body: { code: 'field-incomplete' } });
      expect((answer.body as { detail?: string }).detail).toContain(detail);
    },
  );

  test('copies and templates keep their rules', async () => {
    const { id } = await ada.prepare(sampleLease(1), inOrder, (ids) => rulesOf(ids));
    const { body: copy } = await ada.post<{ id: string }>(`/api/documents/${id}/duplicate`, {});
    const fields = (await ada.read(copy.id)).signatureFields;
    const guarantor = fields.find(({ label }) => label === 'Guarantor');
    const copied = fields.find(({ label }) => label === 'Total');
    expect(copied?.properties).toEqual({ formula: '{Quantity} * {Price} * 119%', decimals: 2 });
    expect(guarantor?.properties?.showWhen).toEqual({
      all: [{ fieldId: copied?.id, is: 'moreThan', value: '1000' }],
    });
  });
});
