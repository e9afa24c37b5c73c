import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/documents.ts';
import { addDays } from '#core/formats/day.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { verifyFile } from '#verify/verify-file.ts';

const withoutPoppler = missingTools('pdftotext').length > 0;
const formats = { timeZone: 'Pacific/Auckland', dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' };

/** A fixed id, so that a condition can refer to the field before it is saved. */
const born = '01a2048c-0000-7000-8000-0000000000b0';

type Properties = NonNullable<FieldInput['properties']>;

describeOnOneDatabase('date entry fields', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  const fieldsOf =
    (properties: Properties, more: FieldInput[] = []) =>
    ([recipientId]: string[]): FieldInput[] => [
      { type: 'signature', page: 1, x: 20, y: 20, width: 150, height: 40, recipientId },
      {
        id: born,
        type: 'dateEntry',
        label: 'Born',
        page: 1,
        x: 20,
        y: 80,
        width: 120,
        height: 26,
        recipientId,
        required: true,
        properties,
      },
      ...more.map((field) => ({ ...field, recipientId })),
    ];
  const sent = async (properties: Properties = {}, more: FieldInput[] = []) => {
    const ada = await office.desk();
    const { id } = await ada.prepare(sampleLease(), [grace], fieldsOf(properties, more));
    const answer = await ada.send(id, { formats });
    await office.settled();
    return { ada, id, answer };
  };
  const signWith = async (value: string) => {
    const { ada } = last;
    const signer = ada.signer(grace.email);
    const { body } = await signer.view();
    const field = body.fields.find(({ type }) => type === 'dateEntry')!;
    return signer.sign({ fields: [{ id: field.id, value }] });
  };
  let last: Awaited<ReturnType<typeof sent>>;

  test("an entered date is stored as a day, printed in the document's format and covered by the seal", async () => {
    last = await sent();
    expect((await signWith('1990-02-03')).status).toBe(200);
    await office.settled();
    const { bytes } = await last.ada.ask(`/api/documents/${last.id}/download`);
    if (!withoutPoppler) {
      expect(await readAloud(bytes, 1)).toContain('03.02.1990');
      expect(await readAloud(bytes)).not.toContain('1990-02-03');
    }
    const report = await verifyFile(bytes, { roots: [], now: office.now() });
    expect(JSON.stringify(report)).not.toContain('differs');
    const evidence = await last.ada.ask<{ fields: { type: string; value: string }[] }>(
      `/api/documents/${last.id}/evidence`,
    );
    expect(evidence.body.fields.find(({ type }) => type === 'dateEntry')?.value).toBe('1990-02-03');
  });

  // The form expects month/day/year, but the document prints day.month.year.
  test('dates in a PDF form are printed in the order that the form expects, and shown that way before signing', async () => {
    const ada = await office.desk();
    const { body: lease } = await ada.upload(await americanForm());
    const [recipient] = (
      await ada.put<{ recipients: { id: string }[] }>(`/api/documents/${lease.id}/recipients`, [grace])
    ).body.recipients;
    const recipientId = recipient!.id;
    const formFields = lease.formFields!.map((field) => ({ ...field, recipientId }));
    const dates: FieldInput[] = [
      { type: 'signature', page: 1, x: 20, y: 20, width: 150, height: 40, recipientId },
      {
        type: 'date',
        page: 1,
        x: 300,
        y: 20,
        width: 120,
        height: 26,
        recipientId,
        properties: { dateFormat: 'MM/dd/yyyy' },
      },
      { type: 'date', page: 1, x: 300, y: 60, width: 120, height: 26, recipientId },
    ];
    await ada.put(`/api/documents/${lease.id}/fields`, [...formFields, ...dates]);
    expect((await ada.send(lease.id, { formats })).status).toBe(200);
    await office.settled();
    const signer = ada.signer(grace.email);
    const { body } = await signer.view();
    const entries = body.fields.filter(({ type }) => type === 'dateEntry');
    expect(entries.map(({ label, properties }) => [label, properties?.dateFormat])).toEqual([
      ['Start', 'MM/dd/yyyy'],
      ['End (MM/DD/YYYY)', 'MM/dd/yyyy'],
    ]);
    const days = ['2026-03-04', '2027-05-06'];
    const filled = entries.map(({ id }, at) => ({ id, value: days[at]! }));
    expect((await signer.sign({ fields: filled })).status).toBe(200);
    await office.settled();
    const { bytes } = await ada.ask(`/api/documents/${lease.id}/download`);
    const { day } = body.signingDay;
    const american = `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
    if (!withoutPoppler) {
      const page = await readAloud(bytes, 1);
      for (const text of ['03/04/2026', '05/06/2027', american, body.signingDay.text])
        expect(page).toContain(text);
      expect(page).not.toContain('04.03.2026');
      expect((await readAloud(bytes)).slice(page.length)).toContain('05/06/2027');
    }
    const report = await verifyFile(bytes, { roots: [], now: office.now() });
    expect(JSON.stringify(report)).not.toContain('differs');
  });

  test.each(['03.02.1990', '1990-2-3', '1990-02-30', 'tomorrow', '19900203'])('rejects %s', async (value) => {
    last = await sent();
    expect(await signWith(value)).toMatchObject({ status: 422, body: { code: 'field-value-invalid' } });
  });

  test('date limits are relative to the day of signing in the document’s time zone', async () => {
    last = await sent({ earliest: 'signing-120y', latest: 'signing-18y' });
    const { body } = await last.ada.signer(grace.email).view();
    const today = body.signingDay.day;
    const adult = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;
    expect(await signWith(addDays(adult, 1))).toMatchObject({
      status: 422,
      body: { parameters: { reason: 'too-late', limit: adult } },
    });
    expect((await signWith('1800-01-01')).body).toMatchObject({ parameters: { reason: 'too-early' } });
    expect((await signWith(adult)).status).toBe(200);
  });

  test.each<[Properties, string]>([
    [{ earliest: '2026-02-01', latest: '2026-01-31' }, 'field-incomplete'],
    [{ earliest: 'signing+2d', latest: 'signing+1d' }, 'field-incomplete'],
    [{ value: '31.12.2026' }, 'field-incomplete'],
    [{ value: '2026-12-31', latest: '2026-12-30' }, 'field-incomplete'],
  ])('rejects sending with %o', async (properties, code) => {
    expect((await sent(properties)).answer.body).toMatchObject({ code });
  });

  test.each(['today', 'signing+1w', '2026-02-30'])('does not save the limit %s', async (earliest) => {
    const ada = await office.desk();
    const { id } = await ada.prepare(sampleLease(), [grace]);
    const fields = fieldsOf({ earliest })([(await ada.read(id)).recipients[0]!.id]);
    expect((await ada.put(`/api/documents/${id}/fields`, fields)).status).toBe(400);
  });

  test('a prefilled date is printed as shown, and conditions can compare dates', async () => {
    const more: FieldInput = {
      type: 'text',
      label: 'Why',
      page: 1,
      x: 20,
      y: 120,
      width: 120,
      height: 26,
      required: true,
      properties: { showWhen: { fieldId: born, is: 'equals', value: '2027-01-01' } },
    };
    last = await sent({ value: '2027-01-01', readOnly: true, latest: 'signing' }, [more]);
    expect(last.answer.status).toBe(200);
    const signer = last.ada.signer(grace.email);
    expect((await signer.sign({ fields: [] })).body).toMatchObject({ code: 'field-missing' });
    expect((await signer.sign()).status).toBe(200);
  });
});

async function americanForm(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const form = pdf.getForm();
  const start = form.createTextField('Start');
  const script = PDFString.of('AFDate_FormatEx("mm/dd/yyyy");');
  const action = pdf.context.obj({ Type: 'Action', S: 'JavaScript', JS: script });
  start.acroField.dict.set(PDFName.of('AA'), pdf.context.obj({ F: action }));
  const end = form.createTextField('End (MM/DD/YYYY)');
  for (const [at, field] of [start, end].entries())
    field.addToPage(page, { x: 100, y: 600 - at * 60, width: 160, height: 20 });
  return Buffer.from(await pdf.save());
}
