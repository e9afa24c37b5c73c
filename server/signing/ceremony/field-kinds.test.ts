import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DocumentDetail, FieldInput } from '#contract/documents/documents.ts';
import type { FieldProperties } from '#core/field/properties.ts';
import { fieldTypes } from '#core/field/field.ts';
import { isOfSender, isPicture } from '#core/field/kinds.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { writePng } from '#pdf/image/png.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { endlessColors } from '#testing/documents/slow-files.ts';
import { comparePages, drawnByPdfium } from '#testing/journey/compare-pages.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { longTest } from '#testing/long-test.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';

const passport = Buffer.from(sampleLease(1));

describeOnOneDatabase('all types of fields', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  test('fields of all types are saved, filled in and recorded in the signing event', async () => {
    const lease = await prepared(ada);
    expect(new Set(lease.signatureFields.map(({ type }) => type))).toEqual(new Set(fieldTypes));
    const number = named(lease, 'Rent');
    expect(number.properties).toEqual({ min: 1, max: 5000, decimals: 2, help: 'A month, in euros' });
    expect((await ada.send(lease.id)).status).toBe(200);
    await office.settled();
    const signer = ada.signer(grace.email);
    const attached = await attach(ada, signer.token, named(lease, 'Passport').id, passport, 'pass.pdf');
    expect(attached).toMatchObject({ status: 201, body: { name: 'pass.pdf', sha256: sha256(passport) } });
    expect((await signer.sign({ fields: entries(lease) })).status).toBe(200);
    await office.settled();
    expect(await ada.read(lease.id)).toMatchObject({ status: 'completed', sealProblem: null });

    const path = `/api/documents/${lease.id}/attachments`;
    const list = await ada.ask<{ name: string; sha256: string; size: number }[]>(path);
    expect(list.body).toMatchObject([{ name: 'pass.pdf', sha256: sha256(passport), size: passport.length }]);
    const file = await ada.ask(`${path}/${named(lease, 'Passport').id}`);
    expect(file.bytes.equals(passport)).toBe(true);
    expect(String(file.headers['content-disposition'])).toContain('attachment');
    const mallory = await office.desk({ firstName: 'Mallory', lastName: 'Bay', email: 'm@bay.example' });
    expect((await mallory.ask(path)).status).toBe(404);
    expect((await mallory.ask(`${path}/${named(lease, 'Passport').id}`)).status).toBe(404);
  });

  longTest(
    're-uploading a file under another name updates the name for Grace, for Ada and in the sealed file',
    async () => {
      const lease = await prepared(ada);
      await ada.send(lease.id);
      await office.settled();
      const signer = ada.signer(grace.email);
      for (const name of ['scan.pdf', 'passport.pdf']) {
        const shown = await attach(ada, signer.token, named(lease, 'Passport').id, passport, name);
        expect(shown).toMatchObject({ status: 201, body: { name } });
      }
      expect((await signer.sign({ fields: entries(lease) })).status).toBe(200);
      await office.settled();
      const path = `/api/documents/${lease.id}`;
      const list = await ada.ask<{ name: string }[]>(`${path}/attachments`);
      expect(list.body.map(({ name }) => name)).toEqual(['passport.pdf']);
      const text = await readAloud((await ada.ask(`${path}/download`)).bytes);
      expect(text).toContain('passport.pdf');
      expect(text).not.toContain('scan.pdf');
    },
  );

  test.each<[string, string, string | boolean, string]>([
    ['a number over its limit', 'Rent', '5000.01', 'field-value-invalid'],
    ['a choice that is not offered', 'Berth', 'Berth 9', 'field-value-invalid'],
    ['a text in another format', 'Plate', 'HH 42', 'field-value-invalid'],
    ['an invalid address', 'Reply to', 'grace', 'field-value-invalid'],
    ['a phone number without a country code', 'Mobile', '020 7946 0958', 'field-value-invalid'],
    ['more options than allowed', 'Extras', 'Power|Water|Crane', 'field-value-invalid'],
    ['another text for the sender’s note', 'Berths', 'All berths', 'field-not-yours'],
    ['a file that was never uploaded', 'Passport', 'f'.repeat(64), 'field-value-invalid'],
    ['a text that does not fit its box', 'Remarks', 'Harbour '.repeat(120), 'field-value-invalid'],
    ['a second button of a group', 'No boat', true, 'field-value-invalid'],
    ['a required field left empty', 'Plate', '', 'field-missing'],
  ])('rejects %s, and nothing is signed', async (_, label, value, code) => {
    const lease = await prepared(ada);
    await ada.send(lease.id);
    await office.settled();
    const signer = ada.signer(grace.email);
    await attach(ada, signer.token, named(lease, 'Passport').id, passport, 'pass.pdf');
    const fields = entries(lease).filter(({ id }) => id !== named(lease, label).id);
    const answer = await signer.sign({ fields: [...fields, { id: named(lease, label).id, value }] });
    expect(answer).toMatchObject({ status: code === 'field-not-yours' ? 403 : 422, body: { code } });
    expect(await ada.read(lease.id)).toMatchObject({ status: 'sent', actedCount: 0 });
  });

  longTest("read-only and hidden fields keep the sender's values", async () => {
    const lease = await prepared(ada);
    await ada.send(lease.id);
    await office.settled();
    const signer = ada.signer(grace.email);
    await attach(ada, signer.token, named(lease, 'Passport').id, passport, 'pass.pdf');
    const forged = [
      { id: named(lease, 'Contract').id, value: 'Another contract' },
      { id: named(lease, 'Insurance').id, value: 'Taken although it is hidden' },
    ];
    const rest = entries(lease).filter(({ id }) => !forged.some((field) => field.id === id));
    const unticked = rest.map((entry) =>
      entry.id === named(lease, 'Boat').id
        ? { ...entry, value: false }
        : entry.id === named(lease, 'No boat').id
          ? { ...entry, value: true }
          : entry,
    );
    expect((await signer.sign({ fields: [...unticked, ...forged] })).status).toBe(200);
    await office.settled();
    const sealed = await ada.ask(`/api/documents/${lease.id}/download`);
    if (missingTools('pdftotext').length > 0) return;
    const page = await readAloud(sealed.bytes, 1);
    expect(page).toContain('HL-7');
    expect(page).not.toMatch(/Another contract|although it is hidden/);
  });

  test('a value that does not fit a hidden box does not prevent signing', async () => {
    const lease = await ada.prepare(sampleLease(1), [grace], ([id]) => [
      place(0, 'signature', id!, 'Signature', {}),
      place(1, 'checkbox', id!, 'By mail', {}),
    ]);
    const byMail = named(lease, 'By mail').id;
    const showWhen = { fieldId: byMail, is: 'filled', value: '' } as const;
    const narrow = { width: 100, height: 14 };
    await ada.put(`/api/documents/${lease.id}/fields`, [
      ...lease.signatureFields,
      { ...place(2, 'text', lease.recipients[0]!.id, 'Mail to', { showWhen }), ...narrow },
    ]);
    await ada.send(lease.id);
    await office.settled();
    const signer = ada.signer(grace.email);
    const mailTo = { id: named(await ada.read(lease.id), 'Mail to').id, value: 'Harbour '.repeat(20) };
    expect(await signer.sign({ fields: [{ id: byMail, value: true }, mailTo] })).toMatchObject({
      status: 422,
      body: { code: 'field-value-invalid', detail: expect.stringContaining('does not fit into its box') },
    });
    expect((await signer.sign({ fields: [{ id: byMail, value: false }, mailTo] })).status).toBe(200);
    await office.settled();
    expect(await ada.read(lease.id)).toMatchObject({ status: 'completed', sealProblem: null });
  });

  test('every recipient sees notes and strikes before they agree, and these belong to no signer', async () => {
    const note = (value: string, recipientId: string | null) => ({
      ...place(1, 'note', 'nobody', '', { value }),
      recipientId,
    });
    const lease = await ada.prepare(sampleLease(1), [grace, linus], ([first, second]) => [
      place(0, 'signature', first!, 'Signature', {}),
      note('Berths 3 to 5 only', null),
      place(2, 'signature', second!, 'Signature', {}),
      place(3, 'strike', 'nobody', '', { value: 'Clause 5' }),
    ]);
    await ada.send(lease.id);
    await office.settled();
    for (const { email } of [grace, linus]) {
      const { others } = (await ada.signer(email).view()).body;
      expect(others.filter(({ role }) => role === null)).toMatchObject([
        { type: 'note', name: '', state: 'given', value: 'Berths 3 to 5 only' },
        { type: 'strike', name: '', state: 'given', value: '' },
      ]);
    }

    const other = await ada.prepare(sampleLease(1), [grace], ([id]) => [
      place(0, 'signature', id!, 'Signature', {}),
    ]);
    const put = (fields: FieldInput[]) =>
      ada.put(`/api/documents/${other.id}/fields`, [...other.signatureFields, ...fields]);
    expect(await put([note('I owe nothing', other.recipients[0]!.id)])).toMatchObject({
      status: 422,
      body: { code: 'field-recipient-unknown' },
    });
    const [signature] = other.signatureFields;
    const { x, y, width } = signature!;
    await put([{ ...place(1, 'strike', 'nobody', '', {}), x, y, width, height: 30 }]);
    expect(await ada.send(other.id)).toMatchObject({ status: 422, body: { code: 'field-overlap' } });
    await put([note(`Certificate of signing ${other.id}`, null)]);
    expect(await ada.send(other.id)).toMatchObject({
      body: { code: 'field-incomplete', parameters: { reason: 'imitates-certificate' } },
    });
  });

  test('a company comes from the shared contacts, and the certificate says so', async () => {
    const { name, email } = hana;
    expect(await ada.post('/api/contacts', { name, email, company: 'Harbour & Sons' })).toMatchObject({
      body: { company: 'Harbour & Sons' },
    });
    const narrow = { ...place(2, 'company', '', 'Short', {}), width: 20, height: 8, required: false };
    const lease = await ada.prepare(sampleLease(1), [hana], ([id]) => [
      place(0, 'signature', id!, 'Signature', {}),
      place(1, 'company', id!, 'Company', {}),
      { ...narrow, recipientId: id! },
    ]);
    expect((await ada.send(lease.id)).status).toBe(200);
    const sent = await ada.read(lease.id);
    expect(named(sent, 'Company').properties).toEqual({ value: 'Harbour & Sons' });
    expect(named(sent, 'Short').properties).toEqual({});
    await office.settled();
    const signer = ada.signer(hana.email);
    expect((await signer.sign({ fields: [] })).status).toBe(200);
    await office.settled();
    if (missingTools('pdftotext').length > 0) return;
    const text = await readAloud((await ada.ask(`/api/documents/${lease.id}/download`)).bytes);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('the sender; left unchanged by');
  });

  test('a document with a field that cannot be filled in is not sent', async () => {
    const lease = await ada.prepare(sampleLease(1), [grace], ([id]) => [
      place(0, 'dropdown', id!, 'Berth', {}),
    ]);
    expect(await ada.send(lease.id)).toMatchObject({ status: 422, body: { code: 'field-incomplete' } });
    const value = 'Harbour '.repeat(120);
    const full = await ada.prepare(sampleLease(1), [grace], ([id]) => [
      place(0, 'text', id!, 'Contract', { value, readOnly: true }),
    ]);
    expect(await ada.send(full.id)).toMatchObject({ status: 422, body: { code: 'field-incomplete' } });
  });

  test('rejects files of another type, for another field, or after signing', async () => {
    const lease = await prepared(ada);
    await ada.send(lease.id);
    await office.settled();
    const { token } = ada.signer(grace.email);
    const field = named(lease, 'Passport').id;
    const page = Buffer.from('<html><script>alert(1)</script>');
    expect(await attach(ada, token, field, page, 'pass.pdf')).toMatchObject({
      body: { code: 'attachment-refused' },
    });
    expect(await attach(ada, token, field, Buffer.from(endlessColors()), 'pass.pdf')).toMatchObject({
      status: 422,
      body: { code: 'attachment-refused' },
    });
    expect(await attach(ada, token, named(lease, 'Rent').id, passport, 'pass.pdf')).toMatchObject({
      body: { code: 'field-not-yours' },
    });
    expect(await attach(ada, 'no-such-link', field, passport, 'pass.pdf')).toMatchObject({
      body: { code: 'link-invalid' },
    });
  });

  test('values are checked while the signer types them', async () => {
    const lease = await prepared(ada);
    await ada.send(lease.id);
    await office.settled();
    const { token } = ada.signer(grace.email);
    const check = (label: string, value: string) =>
      ada.ask(`/api/sign/${token}/check`, {
        method: 'POST',
        body: { id: named(lease, label).id, value },
        headers: { cookie: '' },
      });
    expect((await check('Remarks', 'By the gate')).status).toBe(204);
    expect((await check('Remarks', 'Harbour '.repeat(120))).body).toMatchObject({
      code: 'field-value-invalid',
      detail: 'The text on page 1 does not fit into its box. Shorten it.',
    });
    expect((await check('Rent', '0')).body).toMatchObject({
      detail: '‘Rent’ on page 1: ‘0’ is less than 1. Enter 1 or more.',
    });
  });
});

const tools = missingTools('pdftotext');
if (tools.length > 0) console.warn(`field kinds are not judged, not here: ${tools.join(', ')}`);

describe.skipIf(tools.length > 0)('a sealed file with all types of fields', () => {
  test('pdftotext reads each value, and PDFium draws nothing outside the boxes', async () => {
    const { openOneDatabase } = await import('#testing/databases.ts');
    const office = await openOffice(await openOneDatabase());
    const ada = await office.desk();
    const lease = await prepared(ada);
    await ada.send(lease.id);
    await office.settled();
    const signer = ada.signer(grace.email);
    await attach(ada, signer.token, named(lease, 'Passport').id, passport, 'pass.pdf');
    const pictures = await attachPictures(ada, signer.token, lease);
    expect((await signer.sign({ fields: [...entries(lease), ...pictures] })).status).toBe(200);
    await office.settled();
    const base = await ada.ask(`/api/documents/${lease.id}/file`);
    const sealed = await ada.ask(`/api/documents/${lease.id}/download`);

    const page = (await readAloud(sealed.bytes, 1)).replaceAll(/\s+/g, ' ');
    for (const value of [
      '1,250.50',
      'Berth 2',
      'G. Lindqvist',
      '+44 20 7946 0958',
      'pass.pdf',
      'HL-7',
      'Sea Mutual',
      'By the gate',
      'Harbour & Sons',
      'Harbour master',
      'Power Crane',
      'Quay 7 24103 Kiel',
      'Berths 3 to 5 only',
    ])
      expect(page).toContain(value);
    expect(page.replaceAll(' ', '')).toContain('HH-0042');
    expect((await readAloud(sealed.bytes)).replaceAll(/\s+/g, '')).toContain(sha256(passport));
    const [before] = await drawnByPdfium(base.bytes, 1, 100);
    const [after] = await drawnByPdfium(sealed.bytes, 1, 100);
    const found = comparePages(before!, after!, lease.pages[0]!, lease.signatureFields);
    expect(found.outside).toBe(0);
    const empty = lease.signatureFields
      .filter((_, at) => (found.inside[at] ?? 0) < 8)
      .map(({ type }) => type);
    expect(empty).toEqual([]);
    const report = await verifyFile(sealed.bytes, { roots: [], now: office.now() });
    expect(report.checks.find(({ name }) => name === 'fields')).toMatchObject({ result: 'holds' });
    const file = join(temporaryFolder(), 'sealed.pdf');
    writeFileSync(file, sealed.bytes);
    const script = fileURLToPath(new URL('../../../docs/check.mjs', import.meta.url));
    expect((await promisify(execFile)(process.execPath, [script, file])).stdout).toContain('genuine: ');
  });
});

/** Places the boxes in two columns. */
function place(
  at: number,
  type: FieldInput['type'],
  recipientId: string,
  label: string,
  properties: FieldProperties,
): FieldInput {
  const tick = type === 'checkbox' || type === 'radio';
  const size = tick ? { width: 18, height: 18 } : { width: 190, height: 30 };
  const box = { page: 1, x: 40 + (at % 2) * 240, y: 60 + Math.floor(at / 2) * 60, ...size };
  const owner = isOfSender(type) ? null : recipientId;
  return { ...box, type, recipientId: owner, label, properties, required: !tick && !isPicture(type) };
}

async function prepared(ada: Desk): Promise<DocumentDetail> {
  const kinds: [FieldInput['type'], string, FieldProperties][] = [
    ['signature', 'Signature', {}],
    ['initial', 'Initials', {}],
    ['date', 'Date', {}],
    ['checkbox', 'Rules', {}],
    ['text', 'Remarks', { multiline: true }],
    ['text', 'Plate', { comb: 7, format: 'mask', mask: 'AA-9999' }],
    ['text', 'Contract', { value: 'HL-7', readOnly: true }],
    ['number', 'Rent', { min: 1, max: 5000, decimals: 2, help: 'A month, in euros' }],
    ['name', 'Name', {}],
    ['email', 'Reply to', {}],
    ['phone', 'Mobile', { help: 'For the harbour office' }],
    ['radio', 'Boat', { group: 'Comes with', choice: 'a boat' }],
    ['radio', 'No boat', { group: 'Comes with', choice: 'nothing' }],
    ['dropdown', 'Berth', { choices: ['Berth 1', 'Berth 2'] }],
    ['attachment', 'Passport', {}],
    ['dateEntry', 'Begins', { earliest: '2026-01-01', latest: '2030-12-31' }],
    ['company', 'Company', {}],
    ['jobTitle', 'Job title', {}],
    ['address', 'Address', {}],
    ['multiChoice', 'Extras', { choices: ['Power', 'Water', 'Crane'], atMost: 2 }],
    ['note', 'Berths', { value: 'Berths 3 to 5 only' }],
    ['strike', 'Clause 4', {}],
    ['image', 'Meter', {}],
    ['stamp', 'Seal', {}],
  ];
  const lease = await ada.prepare(sampleLease(1), [grace], ([id]) =>
    kinds.map(([type, label, properties], at) => place(at, type, id!, label, properties)),
  );
  const fields: FieldInput[] = [
    ...lease.signatureFields,
    place(kinds.length, 'text', lease.recipients[0]!.id, 'Insurance', {
      showWhen: { fieldId: named(lease, 'Boat').id, is: 'filled', value: '' },
    }),
  ];
  await ada.put(`/api/documents/${lease.id}/fields`, fields);
  return ada.read(lease.id);
}

function entries(lease: DocumentDetail) {
  const values: Record<string, string | boolean> = {
    Rules: true,
    Remarks: 'By the gate\nand the crane',
    Plate: 'HH-0042',
    Rent: '1250,50',
    Name: 'G. Lindqvist',
    Mobile: 'tel:+44-20-7946-0958',
    Boat: true,
    Berth: 'Berth 2',
    Passport: sha256(passport),
    Insurance: 'Sea Mutual',
    Begins: '2027-02-01',
    Company: 'Harbour & Sons',
    'Job title': 'Harbour master',
    Extras: 'Crane|Power',
    Address: 'Quay 7\n24103 Kiel',
  };
  return Object.entries(values).map(([label, value]) => ({ id: named(lease, label).id, value }));
}

/** Uploads a picture for each picture field and returns the fields' values. */
async function attachPictures(ada: Desk, token: string, lease: DocumentDetail) {
  const rgba = new Uint8Array(30 * 30 * 4).map((_, at) => (at % 4 === 3 ? 255 : (at * 7) % 200));
  const picture = Buffer.from(writePng({ width: 30, height: 30, rgba }));
  const fields = lease.signatureFields.filter(({ type }) => isPicture(type));
  return Promise.all(
    fields.map(async ({ id }) => {
      const { body } = await attach(ada, token, id, picture, 'picture.png');
      return { id, value: body.sha256 };
    }),
  );
}

function named({ signatureFields }: DocumentDetail, label: string) {
  return signatureFields.find((field) => field.label === label)!;
}

function attach(ada: Desk, token: string, fieldId: string, bytes: Buffer, name: string) {
  return ada.ask<{ sha256: string }>(`/api/sign/${token}/attachments/${fieldId}`, {
    method: 'POST',
    body: multipartBody([{ name, bytes }]),
    headers: { cookie: '', 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}
