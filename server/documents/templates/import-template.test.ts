import { PDFDocument, degrees } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TemplateImport } from '#contract/documents/templates.ts';
import { pageToBox } from '#core/field/layout/geometry.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Answer, Desk } from '#testing/desk.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { readExport } from './import-template.ts';

let office: Office;
let ada: Desk;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase(), { working: false });
  ada = await office.desk({ plan: 'business' });
}, 120_000);

function bring(file: Uint8Array, texts: Record<string, string> = {}): Promise<Answer<TemplateImport>> {
  return ada.ask('/api/templates/import', {
    method: 'POST',
    ...multipartForm([{ name: 'berth lease.pdf', bytes: file }], texts),
  });
}
const place = { x: 150, y: 120, width: 120, height: 40 };
const user = [place.x, place.y, place.x + place.width, place.y + place.height] as const;

/** Returns a form on a rotated and cropped page, with its boxes in user space. */
async function formOn(turn: number, cut: boolean): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([500, 700]);
  page.setRotation(degrees(turn));
  if (cut) page.setCropBox(40, 60, 400, 560);
  const form = pdf.getForm();
  const bare = { borderWidth: 0 };
  form.createTextField('tenant.city').addToPage(page, { ...place, ...bare });
  form.createCheckBox('tenant.rules').addToPage(page, { x: 300, y: 130, width: 20, height: 20, ...bare });
  const boat = form.createRadioGroup('tenant.boat');
  boat.addOptionToPage('sail', page, { x: 150, y: 300, width: 20, height: 20, ...bare });
  boat.addOptionToPage('motor', page, { x: 200, y: 300, width: 20, height: 20, ...bare });
  form.createButton('print').addToPage('Print', page, { x: 150, y: 400, width: 60, height: 20, ...bare });
  const fixed = form.createTextField('harbour');
  fixed.addToPage(page, { x: 150, y: 450, width: 100, height: 20, ...bare });
  fixed.enableReadOnly();
  return pdf.save();
}

async function plain(turn = 0): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const size of [[400, 800] as const, [600, 400] as const]) {
    const page = pdf.addPage([...size]);
    page.setRotation(degrees(turn));
    page.drawText('Berth', { x: 30, y: 30 });
  }
  return pdf.save();
}

describe('PDF forms imported as templates', () => {
  test.each([
    [0, false],
    [90, false],
    [180, true],
    [270, true],
    [90, true],
  ] as const)(
    'each field is within a point of its original place on a page rotated by %i, cropped: %s',
    async (turn, cut) => {
      const { status, body } = await bring(await formOn(turn, cut));
      expect([status, body]).toMatchObject([201, {}]);
      const turned = turn % 180 === 90;
      const [width, height] = cut ? [400, 560] : [500, 700];
      const crop = cut ? ([40, 60, 440, 620] as const) : ([0, 0, 500, 700] as const);
      const shown = turned ? { width: height, height: width } : { width, height };
      const box = pageToBox({ ...shown, crop, rotate: turn, userUnit: 1 }, user);
      const city = body.template.signatureFields.find(({ type }) => type === 'text')!;
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(Math.abs(city[side] - box[side]), side).toBeLessThan(1);
      expect(body.template.signatureFields.map(({ type }) => type)).toEqual([
        ...['text', 'checkbox', 'radio', 'radio'],
      ]);
      expect(body.left.map(({ code, name }) => [code, name])).toEqual([
        ['kind', 'print'],
        ['read-only', 'harbour'],
      ]);
      expect(body.left[1]!.detail).toBe(
        '‘harbour’ (page 1) can’t be filled in. Its content is part of the page.',
      );
      expect(body.template.name).toBe('berth lease');
    },
  );

  test('a signed file is refused and not stored', async () => {
    const file = Buffer.concat([await plain(), Buffer.from('\n% /ByteRange [0 1 2 3]\n')]);
    expect(await bring(file)).toMatchObject({ status: 422, body: { code: 'import-signed' } });
  });
});

const documenso = {
  title: 'Berth lease',
  templateMeta: { signingOrder: 'SEQUENTIAL' },
  recipients: [
    { id: 1, role: 'SIGNER', name: 'Grace', email: 'grace@harbour.example', signingOrder: 2 },
    { id: 2, role: 'APPROVER', name: '', email: 'recipient.2@documenso.com', signingOrder: 1 },
    { id: 3, role: 'ASSISTANT', name: 'Clerk', email: '', signingOrder: 3 },
  ],
  fields: [
    {
      id: 10,
      type: 'SIGNATURE',
      page: 1,
      positionX: '10',
      positionY: 25.5,
      width: '30',
      height: '5',
      recipientId: 1,
    },
    {
      id: 11,
      type: 'RADIO',
      page: 2,
      positionX: 50,
      positionY: 50,
      width: 8,
      height: 20,
      recipientId: 1,
      fieldMeta: {
        type: 'radio',
        label: 'Boat',
        values: [{ value: 'Sail' }, { value: 'Motor', checked: true }],
      },
    },
    {
      id: 12,
      type: 'NUMBER',
      page: 1,
      positionX: 5,
      positionY: 5,
      width: 20,
      height: 4,
      recipientId: 2,
      fieldMeta: {
        type: 'number',
        label: 'Length',
        numberFormat: '123,456',
        minValue: 3,
        maxValue: 30,
        fontSize: 9,
        textAlign: 'right',
      },
    },
    { id: 13, type: 'TEXT', page: 1, positionX: 5, positionY: 90, width: 20, height: 4, recipientId: 3 },
    { id: 14, type: 'STAMP', page: 1, positionX: 5, positionY: 80, width: 20, height: 4, recipientId: 1 },
    { id: 15, type: 'DATE', page: 7, positionX: 5, positionY: 80, width: 20, height: 4, recipientId: 1 },
  ],
};

test('an imported template with another product’s settings can be saved unchanged', async () => {
  const box = { page: 1, positionX: 5, width: 20, height: 4, recipientId: 1 };
  const radio = { type: 'radio', label: 'Boat', values: [{ value: 'Sail' }, { value: 'Motor' }] };
  const export_ = {
    ...documenso,
    recipients: [
      { id: 1, role: 'SIGNER', name: 'Grace', email: '', signingOrder: 1.5 },
      { id: 2, role: 'SIGNER', name: 'Linus', email: '', signingOrder: -3 },
    ],
    fields: [
      { ...box, id: 21, type: 'TEXT', positionY: 5, fieldMeta: { label: 'Long', characterLimit: 2000 } },
      { ...box, id: 22, type: 'TEXT', positionY: 15, fieldMeta: { label: 'Short', characterLimit: -1 } },
      { ...box, id: 23, type: 'RADIO', positionY: 25, height: 10, fieldMeta: radio },
      { ...box, id: 24, type: 'RADIO', positionY: 45, height: 10, fieldMeta: radio },
    ],
  };
  const { status, body } = await bring(await plain(), { source: JSON.stringify(export_) });
  expect(status, JSON.stringify(body)).toBe(201);
  const { template, left } = body;
  expect(template.roles.map(({ order }) => order)).toEqual([1, 2]);
  expect(left.filter(({ code }) => code !== 'shrunk').map(({ code, name }) => [code, name])).toEqual([
    ['rule', 'Long'],
    ['rule', 'Short'],
  ]);
  const groups = template.signatureFields.flatMap(({ properties }) => properties?.group ?? []);
  expect(groups).toEqual(['Boat', 'Boat', 'Boat 2', 'Boat 2']);
  const saved = await ada.ask(`/api/templates/${template.id}/fields`, {
    method: 'PUT',
    body: { fields: template.signatureFields },
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
});

test('an export with a fractional page number is invalid', async () => {
  const between = { ...documenso, fields: [{ ...documenso.fields[0], page: 1.5 }] };
  const answer = await bring(await plain(), { source: JSON.stringify(between) });
  expect(answer).toMatchObject({ status: 422, body: { code: 'import-unreadable' } });
});

test('repeating an import with its key returns the first response, even for a long export', async () => {
  const bytes = await plain();
  const schema = [{ attachment_uuid: 'a', name: 'x'.repeat(20_000) }];
  const lease = { name: 'Lease', schema, submitters: [{ uuid: 'a', name: 'Tenant' }], fields: [] };
  const send = (source: object): Promise<Answer<TemplateImport>> => {
    const form = multipartForm([{ name: 'lease.pdf', bytes }], { source: JSON.stringify(source) });
    const headers = { ...form.headers, 'idempotency-key': 'berth' };
    return ada.ask('/api/templates/import', { method: 'POST', ...form, headers });
  };
  const first = await send(lease);
  expect([first.status, await send(lease)]).toMatchObject([201, { status: 201, body: first.body }]);
  const other = await send({ ...lease, fields: [{ uuid: 'b' }] });
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
});

test('DocuSeal: two questions with the same name remain separate', async () => {
  const question = (uuid: string, y: number) => ({
    uuid,
    submitter_uuid: 'a',
    name: 'Boat',
    type: 'radio',
    options: [{ value: 'Sail' }, { value: 'Motor' }],
    areas: [0.1, 0.3].map((x) => ({ x, y, w: 0.05, h: 0.03, page: 0 })),
  });
  const source = { name: 'Lease', schema: [], submitters: [{ uuid: 'a', name: 'Tenant' }] };
  const fields = [question('f1', 0.1), question('f2', 0.3)];
  const { status, body } = await bring(await plain(), { source: JSON.stringify({ ...source, fields }) });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.template.signatureFields.map(({ properties }) => properties?.group)).toEqual([
    ...['Boat', 'Boat', 'Boat 2', 'Boat 2'],
  ]);
});

test.each([0, 90])(
  'Documenso: percentages on a page rotated by %i, roles and values are imported',
  async (turn) => {
    const { status, body } = await bring(await plain(turn), { source: JSON.stringify(documenso) });
    expect(status, JSON.stringify(body)).toBe(201);
    const { template, left } = body;
    expect([template.name, template.description]).toEqual(['Berth lease', 'Imported from Documenso']);
    const grace = { name: 'Grace', email: 'grace@harbour.example' };
    expect(template.roles.map(({ name, role, order, person }) => [name, role, order, person])).toEqual([
      ['Signer 1', 'signer', 2, grace],
      ['Approver 1', 'approver', 1, null],
    ]);
    const [width, height] = turn === 0 ? [400, 800] : [800, 400];
    const [signature, sail, motor, length] = template.signatureFields;
    expect(signature).toMatchObject({ type: 'signature', page: 1, roleId: template.roles[0]!.id });
    expect(signature!.x).toBeCloseTo(0.1 * width, 5);
    expect(signature!.y).toBeCloseTo(0.255 * height, 5);
    expect([sail!.properties, motor!.properties]).toEqual([
      { group: 'Boat', choice: 'Sail' },
      { group: 'Boat', choice: 'Motor', value: 'true' },
    ]);
    expect(motor!.y - sail!.y).toBeCloseTo(0.1 * (turn === 0 ? 400 : 600), 5);
    expect(length!.properties).toEqual({ min: 3, max: 30, size: 9, align: 'right' });
    expect(left.filter(({ code }) => code !== 'shrunk').map(({ code, name }) => [code, name])).toEqual([
      ['role', 'Clerk'],
      ['rule', 'Length'],
      ['kind', 'STAMP'],
      ['off-page', 'date'],
    ]);
  },
);

test('DocuSeal: a date is the signing date if configured, and otherwise a date to enter', async () => {
  const date = (uuid: string, y: number, more: object = {}) => ({
    uuid,
    submitter_uuid: 'a',
    name: uuid,
    type: 'date',
    areas: [{ x: 0.1, y, w: 0.3, h: 0.04, page: 0 }],
    ...more,
  });
  const source = { name: 'Lease', schema: [], submitters: [{ uuid: 'a', name: 'Tenant' }] };
  const preferences = { format: 'DD/MM/YYYY' };
  const fields = [
    date('signed', 0.1, { default_value: '{{date}}', readonly: true, preferences }),
    date('picked', 0.2, { preferences, validation: { min: '{{date}}', max: '2027-12-31' } }),
    date('begun', 0.3, { default_value: '2026-11-27', readonly: true }),
    date('named', 0.4, { default_value: 'next spring' }),
  ];
  const { status, body } = await bring(await plain(), { source: JSON.stringify({ ...source, fields }) });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.template.signatureFields.map(({ type, properties }) => [type, properties])).toEqual([
    ['date', {}],
    ['dateEntry', { earliest: 'signing', latest: '2027-12-31' }],
    ['dateEntry', { value: '2026-11-27', readOnly: true }],
    ['dateEntry', {}],
  ]);
  expect(body.template.formats?.dateFormat).toBe('dd/MM/yyyy');
});

test('DocuSeal: zero-based pages, one area each, conditions and cells are imported', async () => {
  const source = {
    name: 'Berth lease',
    schema: [
      { attachment_uuid: 'file-1', name: 'lease' },
      { attachment_uuid: 'file-2', name: 'rules' },
    ],
    submitters: [
      { uuid: 'a', name: 'Tenant' },
      { uuid: 'b', name: 'Harbour', email: 'linus@harbour.example' },
    ],
    fields: [
      {
        uuid: 'f1',
        submitter_uuid: 'a',
        name: 'Electricity',
        type: 'checkbox',
        required: false,
        areas: [{ x: 0.5, y: 0.25, w: 0.03, h: 0.04, page: 1, attachment_uuid: 'file-1' }],
      },
      {
        uuid: 'f2',
        submitter_uuid: 'a',
        name: 'Plate',
        type: 'cells',
        default_value: 'K 1',
        conditions: [{ field_uuid: 'f1', action: 'checked' }],
        areas: [{ x: 0.1, y: 0.1, w: 0.3, h: 0.05, cell_w: 0.05, page: 0, attachment_uuid: 'file-1' }],
      },
      {
        uuid: 'f3',
        submitter_uuid: 'b',
        name: 'Sum',
        type: 'number',
        preferences: { formula: '[[x]]*2', font_size: '9', font_type: 'bold', align: 'right', color: 'blue' },
        areas: [
          { x: 0.1, y: 0.3, w: 0.2, h: 0.04, page: 0, attachment_uuid: 'file-1' },
          { x: 0.1, y: 0.3, w: 0.2, h: 0.04, page: 0, attachment_uuid: 'file-2' },
        ],
      },
      { uuid: 'f4', submitter_uuid: 'a', name: 'Fee', type: 'payment', areas: [] },
      {
        uuid: 'f5',
        submitter_uuid: 'b',
        name: 'Sign',
        type: 'signature',
        conditions: [{ field_uuid: 'f1', action: 'checked' }],
        areas: [{ x: 0.1, y: 0.6, w: 0.3, h: 0.06, page: 0 }],
      },
      {
        uuid: 'f6',
        submitter_uuid: 'b',
        name: 'Mobile',
        type: 'phone',
        areas: [{ x: 0.5, y: 0.6, w: 0.3, h: 0.04, page: 0 }],
      },
    ],
  };
  const { status, body } = await bring(await plain(), { source: JSON.stringify(source), name: 'Mine' });
  expect(status, JSON.stringify(body)).toBe(201);
  const { template, left } = body;
  expect(template.name).toBe('Mine');
  expect(template.roles.map(({ name, person }) => [name, person?.email])).toEqual([
    ['Tenant', undefined],
    ['Harbour', 'linus@harbour.example'],
  ]);
  const [power, plate, sum, sign, mobile] = template.signatureFields;
  expect(power).toMatchObject({ type: 'checkbox', page: 2, x: 300, y: 100 });
  expect(plate).toMatchObject({ type: 'text', page: 1, x: 40, y: 80, width: 120 });
  expect(plate!.height).toBeCloseTo(40, 5);
  expect(plate!.properties).toEqual({
    comb: 6,
    value: 'K 1',
    showWhen: { fieldId: power!.id, is: 'filled', value: '' },
  });
  expect(sum!.properties).toEqual({ size: 9, weight: 'bold', align: 'right', color: 'blue' });
  expect([sum!.type, sign!.roleId]).toEqual(['number', template.roles[1]!.id]);
  expect(mobile).toMatchObject({ type: 'phone', required: true, label: 'Mobile' });
  expect(left.map(({ code, name }) => [code, name])).toEqual([
    ['other-file', 'Sum'],
    ['rule', 'Sum'],
    ['kind', 'Fee'],
    ['condition', 'Sign'],
    ['rule', 'Mobile'],
  ]);
});

test.each([undefined, [], {}, 'x', { title: 'x', recipients: [], fields: [{ id: 1 }] }])(
  'an invalid export is refused: %j',
  (source) => expect(readExport(source)).toMatchObject({ refused: 'import-unreadable' }),
);
