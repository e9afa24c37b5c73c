import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnOneDatabase('fields found in a file, and replacing the file', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  test('anchors place fields and assign them to recipients by number', async () => {
    const { body: lease } = await ada.upload(await withAnchors(0, ' {{phone:2}}'));
    expect(
      lease.signatureFields.map(({ type, page, recipientId, properties }) => [
        type,
        page,
        recipientId,
        properties,
      ]),
    ).toEqual([
      ['signature', 1, null, { party: 1 }],
      ['date', 1, null, { party: 2 }],
      ['initial', 1, null, { party: 1 }],
      ['phone', 1, null, { party: 2 }],
    ]);
    const [signature] = lease.signatureFields;
    expect(signature?.x).toBeCloseTo(102.5, 0);
    expect(signature!.y + signature!.height / 2).toBeCloseTo(842 - 600 - 4, -1);
    await ada.put(`/api/documents/${lease.id}/recipients`, [
      { ...linus, order: 2 },
      { ...grace, order: 1 },
    ]);
    const after = await ada.read(lease.id);
    const idOf = (email: string) => after.recipients.find((recipient) => recipient.email === email)?.id;
    expect(after.signatureFields.map(({ recipientId }) => recipientId)).toEqual([
      idOf(grace.email),
      idOf(linus.email),
      idOf(grace.email),
      idOf(linus.email),
    ]);
  });

  test('anchors with attributes place fields of every kind with labels, rules and choices', async () => {
    const { body: lease } = await ada.upload(
      await withLines([
        '{{text:2 label="VAT number" required maxLength=9 width=120 height=20}}',
        '{{TEXT: 1 optional value = "Pier 7" readOnly}}',
        '{{number:1 label="Rent" min=1 max=5000.5 decimals=2}}',
        '{{dropdown:1 label="Season" choices="Summer | Winter"}}',
        '{{radio:1 group="Boat" choice="Sail"}} {{radio:1 group="Boat" choice="Motor"}}',
        '{{dateentry:2 latest=signing-18y dateFormat="dd.MM.yyyy"}} {{attachment:1 label="ID card"}}',
        '{{date of birth}} {{nonsense label="x"}}',
      ]),
    );
    const found = lease.signatureFields.map(({ type, label, required, properties }) => ({
      ...{ type, label, required },
      ...properties,
    }));
    expect(found).toEqual([
      { type: 'text', label: 'VAT number', required: true, maxLength: 9, party: 2 },
      { type: 'text', label: '', required: false, value: 'Pier 7', readOnly: true, party: 1 },
      { type: 'number', label: 'Rent', required: true, min: 1, max: 5000.5, decimals: 2, party: 1 },
      { type: 'dropdown', label: 'Season', required: true, choices: ['Summer', 'Winter'], party: 1 },
      { type: 'radio', label: '', required: true, group: 'Boat', choice: 'Sail', party: 1 },
      { type: 'radio', label: '', required: true, group: 'Boat', choice: 'Motor', party: 1 },
      {
        type: 'dateEntry',
        ...{ label: '', required: true, latest: 'signing-18y', dateFormat: 'dd.MM.yyyy', party: 2 },
      },
      { type: 'attachment', label: 'ID card', required: true, party: 1 },
    ]);
    expect(lease.signatureFields[0]).toMatchObject({ width: 120, height: 20 });
    expect(lease.signatureFields[0]?.x).toBeCloseTo(40, -1);
  });

  test.each([
    ['{{text:1 lable="Rent"}}', /‘lable’. Did you mean ‘label’\? Correct/],
    ['{{text:1 colour=red}}', /‘colour’. Did you mean ‘color’\? Correct/],
    ['{{text:1 kerning=wide}}', /‘kerning’. Known attributes: label/],
    ['{{text:1 maxLength=long}}', /‘maxLength’ has no valid value/],
    ['{{number:1 decimals=99}}', /‘decimals’ is invalid/],
    ['{{dropdown:1 label="Season"}}', /needs ‘choices’/],
    ['{{radio:1 group="Boat"}}', /needs ‘choice’/],
    ['{{signature:1 width=3}}', /at least 44 by 12 points/],
  ])('a file with the anchor %s is refused with the reason', async (anchor, reason) => {
    const answer = await ada.upload(await withLines([anchor]));
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'upload-refused', parameters: { reason: 'file-anchor-invalid', page: 1 } },
    });
    expect((answer.body as unknown as { detail: string }).detail).toMatch(reason);
  });

  test('removing Grace leaves her fields unassigned instead of giving them to another signer', async () => {
    const { body: lease } = await ada.upload(await withAnchors(0));
    const path = `/api/documents/${lease.id}`;
    await ada.put(`${path}/recipients`, [grace, linus]);
    await ada.put(`${path}/recipients`, [linus, hana]);
    const after = await ada.read(lease.id);
    const [first] = after.recipients;
    expect(after.signatureFields.map(({ recipientId }) => recipientId)).toEqual([null, first!.id, null]);

    await ada.put(`${path}/recipients`, [linus]);
    expect(await ada.send(lease.id)).toMatchObject({ status: 422, body: { code: 'field-not-assigned' } });
    const signature = { ...after.signatureFields[0]!, recipientId: first!.id };
    await ada.put(`${path}/fields`, [signature]);
    expect(await ada.send(lease.id)).toMatchObject({ status: 200 });
    expect((await ada.read(lease.id)).signatureFields).toEqual([{ ...signature, properties: {} }]);
  });

  test.each([90, 180, 270])(
    'on a page rotated by %i, the field is placed where the anchor is displayed',
    async (turn) => {
      const { body: lease } = await ada.upload(await withAnchors(turn));
      const [signature] = lease.signatureFields;
      const anchor = { 90: [600, 100], 180: [495, 600], 270: [242, 495] }[turn]!;
      expect(Math.abs(signature!.x - anchor[0]!)).toBeLessThan(130);
      expect(Math.abs(signature!.y - anchor[1]!)).toBeLessThan(130);
    },
  );

  test('form fields in the file are suggested but not added automatically', async () => {
    const { body: lease } = await ada.upload(await withForm());
    expect(lease.signatureFields).toEqual([]);
    expect(lease.formFields?.map(({ type, label, required }) => [type, label, required])).toEqual([
      ['text', 'city', true],
      ['checkbox', 'rules', false],
      ['dropdown', 'berth', false],
      ['radio', '', false],
      ['radio', '', false],
      ['text', 'plate', false],
      ['multiChoice', 'extras', false],
    ]);
    const [city, , berth, first, second, plate, extras] = lease.formFields ?? [];
    expect(plate?.properties).toEqual({ comb: 7 });
    expect(extras?.properties).toEqual({ choices: ['Power', 'Water'] });
    expect(city).toMatchObject({ page: 1, x: 100, y: 842 - 700 - 20, width: 200, height: 20 });
    expect(city?.properties).toEqual({});
    expect(berth?.properties?.choices).toEqual(['Berth 1', 'Berth 2']);
    expect([first?.properties?.group, second?.properties?.group]).toEqual(['boat', 'boat']);
    const saved = await ada.put<{ fields: unknown[] }>(`/api/documents/${lease.id}/fields`, lease.formFields);
    expect(saved.body.fields).toHaveLength(7);
  });

  test('fields for blanks on the pages are suggested, and suggestions can be saved unchanged', async () => {
    const { body: lease } = await ada.upload(await withLines(signatureBlock));
    const suggested = lease.suggestedFields ?? [];
    expect(suggested.map(({ field: { type, label }, role }) => [type, label, role])).toEqual([
      ['signature', 'Signature', 'Tenant'],
      ['date', 'Date', 'Tenant'],
    ]);
    const [signature] = suggested;
    expect(signature!.confidence).toBeGreaterThan(0.8);
    // The field is on the line, not on the words next to it.
    expect(signature!.field.y + signature!.field.height).toBeCloseTo(842 - 740, -1);
    expect(signature!.field.x).toBeGreaterThan(40 + 40);
    expect([lease.signatureFields, lease.formFields]).toEqual([[], []]);
    for (const [kind, pages] of [
      ['read', [1, 1]],
      ['sign', [1, 1, 3, 3]],
    ] as const) {
      const bytes = await withLines(signatureBlock);
      const form = multipartForm([{ name: `${kind}.pdf`, bytes }], { kind });
      await ada.ask(`/api/documents/${lease.id}/files`, { method: 'POST', ...form });
      const { suggestedFields } = await ada.read(lease.id);
      expect(suggestedFields?.map(({ field }) => field.page)).toEqual(pages);
    }
    await ada.put(`/api/documents/${lease.id}/recipients`, [grace]);
    const [recipient] = (await ada.read(lease.id)).recipients;
    const fields = suggested.map(({ field }) => ({ ...field, recipientId: recipient!.id }));
    const saved = await ada.put<{ fields: unknown[] }>(`/api/documents/${lease.id}/fields`, fields);
    expect(saved.body.fields).toHaveLength(2);
    expect(await ada.send(lease.id)).toMatchObject({ status: 200 });
    expect((await ada.read(lease.id)).suggestedFields).toEqual([]);
  });

  test('nothing is suggested at a form field or in a file with anchors', async () => {
    const { body: form } = await ada.upload(await withLines(signatureBlock, true));
    expect(form.formFields?.map(({ type }) => type)).toEqual(['text']);
    expect(form.suggestedFields?.map(({ field }) => field.type)).toEqual(['date']);
    const { body: anchored } = await ada.upload(await withLines([...signatureBlock, '{{signature:1}}']));
    expect(anchored.suggestedFields).toEqual([]);
  });

  test('form fields for dates are suggested as date fields', async () => {
    const { body: lease } = await ada.upload(await withDates());
    expect(lease.formFields?.map(({ type, label, properties }) => [type, label, properties])).toEqual([
      ['dateEntry', 'begin', { dateFormat: 'dd.MM.yyyy' }],
      ['dateEntry', 'Date of birth', {}],
      ['dateEntry', 'Date', {}],
      ['text', 'deposit', {}],
    ]);
  });

  // The page shows the answer of such a form field, and a field on top could contradict it.
  test('form fields that are already filled in are not suggested', async () => {
    const { body: lease } = await ada.upload(await withAnswers());
    expect(lease.formFields?.map(({ type, label, properties }) => [type, label, properties?.group])).toEqual([
      ['checkbox', 'pets', undefined],
      ['radio', '', 'boat'],
      ['radio', '', 'boat'],
      ['text', 'phone', undefined],
    ]);
  });

  test('replacing the file keeps the fields, and removes those on missing pages only after confirmation', async () => {
    const lease = await ada.prepare(sampleLease(3), [grace], ([id]) =>
      [1, 2, 3].map((page) => ({
        type: 'text',
        page,
        x: 20,
        y: 20,
        width: 90,
        height: 20,
        recipientId: id!,
      })),
    );
    const asked = await replace(lease, sampleLease(2));
    expect(asked).toMatchObject({ status: 409, body: { code: 'fields-would-be-removed' } });
    expect((asked.body as { detail?: string }).detail).toContain('text on page 3');
    expect(await ada.read(lease.id)).toMatchObject({ baseSha256: lease.baseSha256, pageCount: 3 });
    const refused = await replace(lease, Buffer.from('%PDF-1.4 broken'), { confirm: 'true' });
    expect(refused.body).toMatchObject({ code: 'upload-refused' });
    const outdated = await replace(lease, sampleLease(2), { confirm: 'true', revision: '1' });
    expect(outdated.body).toMatchObject({ code: 'revision-outdated' });

    const done = await replace(lease, sampleLease(2), { confirm: 'true', revision: String(lease.revision) });
    expect(done).toMatchObject({ status: 200, body: { pageCount: 2, revision: lease.revision + 1 } });
    const after = await ada.read(lease.id);
    expect(after.baseSha256).not.toBe(lease.baseSha256);
    expect(after.signatureFields.map(({ id, page }) => [id, page])).toEqual(
      lease.signatureFields.slice(0, 2).map(({ id, page }) => [id, page]),
    );
    const trail = await ada.ask<{ events: { type: string; data: object }[] }>(
      `/api/documents/${lease.id}/trail`,
    );
    expect(trail.body.events.at(-1)).toMatchObject({
      type: 'file_replaced',
      data: { fieldsRemoved: 1, pages: 2 },
    });

    await ada.send(lease.id);
    expect((await replace(lease, sampleLease(2))).body).toMatchObject({ code: 'document-not-editable' });
    const mallory = await office.desk({ firstName: 'Mallory', lastName: 'Bay', email: 'm@bay.example' });
    expect((await replace(lease, sampleLease(1), {}, mallory)).status).toBe(404);
  });

  test('fields follow their anchors into a new file, and new anchors place fields', async () => {
    const before = ['Rent', '{{signature:1}}', '{{date:2}}'];
    const after = ['Rent', 'Deposit', '{{date:2}}', 'Boat', '{{signature:1}}', '{{initial:2}}'];
    const lease = await ada.prepare(await withLines(before), [grace, linus], ([id]) => [
      { type: 'text', page: 1, x: 400, y: 20, width: 90, height: 20, recipientId: id! },
    ]);
    const [signature, date] = (await ada.upload(await withLines(before))).body.signatureFields;
    const placed = [signature!, date!].map((one, at) => ({
      ...one,
      recipientId: lease.recipients[at]!.id,
    }));
    const text = lease.signatureFields.at(-1)!;
    await ada.put(`/api/documents/${lease.id}/fields`, [...placed, text]);
    expect((await replace(lease, await withLines(after))).status).toBe(200);
    const { signatureFields } = await ada.read(lease.id);
    const y = (type: string) => signatureFields.find((one) => one.type === type)!.y;
    expect(y('signature') - signature!.y).toBeCloseTo(120, 0);
    expect(y('date') - date!.y).toBeCloseTo(0, 0);
    expect(y('text')).toBe(text.y);
    expect(signatureFields.map(({ type, recipientId }) => [type, recipientId])).toContainEqual([
      'initial',
      lease.recipients[1]!.id,
    ]);
    const trail = await ada.ask<{ events: { data: object }[] }>(`/api/documents/${lease.id}/trail`);
    expect(trail.body.events.at(-1)?.data).toMatchObject({ fieldsMoved: 1, fieldsAdded: 1 });
  });

  test('a template can be used with a different file', async () => {
    const made = await ada.ask<{ id: string }>('/api/templates/upload', {
      method: 'POST',
      ...multipartForm([{ name: 'lease.pdf', bytes: await withLines(['Berth 17', '{{signature:1}}']) }], {
        name: 'Berth lease',
        description: 'One berth',
      }),
    });
    const use = async (lines: readonly string[], how = 'use') =>
      ada.post<{ id: string; code: string }>(`/api/templates/${made.body.id}/${how}`, {
        recipients: [grace],
        file: { name: 'other.pdf', base64: Buffer.from(await withLines(lines)).toString('base64') },
      });
    const used = await use(['Berth 18', 'Rent', '{{signature:1}}', '{{date:1}}']);
    const draft = await ada.read(used.body.id);
    const [before] = (await ada.ask<TemplateDetail>(`/api/templates/${made.body.id}`)).body.signatureFields;
    expect(draft.fileName).toBe('other.pdf');
    expect(draft.signatureFields.map(({ type, recipientId }) => [type, recipientId])).toEqual([
      ['signature', draft.recipients[0]!.id],
      ['date', draft.recipients[0]!.id],
    ]);
    expect(draft.signatureFields[0]!.y - before!.y).toBeCloseTo(40, 0);
    const unfilled = await use(['Berth {{berth}}']);
    expect((await ada.read(unfilled.body.id)).fileNotes).toMatchObject([{ code: 'text-in-braces' }]);
    expect((await use(['Berth {{berth}}'], 'send')).body.code).toBe('text-in-braces');
  });

  test('editing a template’s fields and roles requires the current revision', async () => {
    const made = await ada.ask<{ id: string }>('/api/templates/upload', {
      method: 'POST',
      ...multipartForm([{ name: 'lease.pdf', bytes: await withAnchors(0) }], {
        name: 'Berth lease',
        description: 'One berth',
      }),
    });
    const path = `/api/templates/${made.body.id}`;
    const { body: template } = await ada.ask<TemplateDetail>(path);
    expect(template.roles.map(({ name }) => name)).toEqual(['Signer 1', 'Signer 2']);
    expect(template.signatureFields.map(({ roleId }) => roleId)).toEqual(
      [0, 1, 0].map((at) => template.roles[at]?.id),
    );

    const roles = [{ ...template.roles[0]!, name: 'Tenant' }];
    const named = await ada.put<TemplateDetail>(`${path}/roles`, { roles, revision: template.revision });
    expect(named.body.roles.map(({ name }) => name)).toEqual(['Tenant']);
    expect(named.body.signatureFields.map(({ roleId }) => roleId)).toEqual([
      roles[0]!.id,
      null,
      roles[0]!.id,
    ]);
    expect(named.body.signatureFields[1]?.properties).toEqual({ ownerGone: true });
    const [first] = named.body.signatureFields;
    const edit = { fields: [{ ...first!, label: 'Tenant’s signature' }], revision: template.revision };
    const late = await ada.put(`${path}/fields`, edit);
    expect(late.body).toMatchObject({ code: 'revision-outdated' });
    const fresh = { ...edit, revision: named.body.revision };
    const saved = await ada.put<TemplateDetail>(`${path}/fields`, fresh);
    expect(saved.body.signatureFields).toMatchObject([{ label: 'Tenant’s signature', roleId: roles[0]!.id }]);
    const off = { fields: [{ ...first!, page: 9 }] };
    expect((await ada.put(`${path}/fields`, off)).body).toMatchObject({
      code: 'field-off-page',
    });
    const mallory = await office.desk({ firstName: 'Mallory', lastName: 'Bay', email: 'm@bay.example' });
    expect((await mallory.put(`${path}/fields`, fresh)).status).toBe(404);
    expect((await mallory.put(`${path}/roles`, { roles })).status).toBe(404);
  });

  function replace(
    { id }: DocumentDetail,
    bytes: Uint8Array,
    texts: Record<string, string> = {},
    desk: Desk = ada,
  ) {
    return desk.ask(`/api/documents/${id}/file`, {
      method: 'PUT',
      ...multipartForm([{ name: 'new.pdf', bytes }], texts),
    });
  }
});

async function withAnchors(turn: number, more = ''): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  page.drawText(`Tenant: {{signature:1}} on {{ date:2 }} and {{initials}} {{nonsense:1}}${more}`, {
    x: 58,
    y: 600,
    size: 12,
  });
  page.setRotation({ type: 'degrees', angle: turn } as Parameters<typeof page.setRotation>[0]);
  return pdf.save();
}

const signatureBlock = ['The tenant:', `Signature: ${'_'.repeat(40)}`, `Date: ${'_'.repeat(20)}`];

/** Draws these lines on a page. With `form`, a text field covers the blank in the second line. */
async function withLines(lines: readonly string[], form = false): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  for (const [index, line] of lines.entries()) page.drawText(line, { x: 40, y: 780 - index * 40, size: 9 });
  if (form)
    pdf
      .getForm()
      .createTextField('mark')
      .addToPage(page, { x: 84, y: 736, width: 200, height: 18, borderWidth: 0 });
  return pdf.save();
}

/** Returns a form whose date fields have scripts, as Acrobat writes them. */
async function withDates(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const form = pdf.getForm();
  const scripts = {
    begin: 'AFDate_FormatEx("dd.mm.yyyy");',
    deposit: 'AFNumber_Format(2, 0, 0, 0, "", true);',
  };
  for (const [index, name] of ['begin', 'Date of birth', 'Date', 'deposit'].entries()) {
    const field = form.createTextField(name);
    field.addToPage(page, { x: 100, y: 700 - index * 60, width: 160, height: 20 });
    const script = scripts[name as keyof typeof scripts];
    if (!script) continue;
    const action = pdf.context.obj({ Type: 'Action', S: 'JavaScript', JS: PDFString.of(script) });
    field.acroField.dict.set(PDFName.of('AA'), pdf.context.obj({ F: action }));
  }
  return Buffer.from(await pdf.save());
}

async function withForm(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const form = pdf.getForm();
  const plain = { borderWidth: 0 };
  const city = form.createTextField('tenant.city');
  city.enableRequired();
  city.addToPage(page, { ...plain, x: 100, y: 700, width: 200, height: 20 });
  form.createCheckBox('rules').addToPage(page, { ...plain, x: 100, y: 650, width: 16, height: 16 });
  const berth = form.createDropdown('berth');
  berth.addOptions(['Berth 1', 'Berth 2']);
  berth.addToPage(page, { ...plain, x: 100, y: 600, width: 120, height: 20 });
  const boat = form.createRadioGroup('boat');
  boat.addOptionToPage('yes', page, { ...plain, x: 100, y: 550, width: 16, height: 16 });
  boat.addOptionToPage('no', page, { ...plain, x: 140, y: 550, width: 16, height: 16 });
  const plate = form.createTextField('plate');
  plate.setMaxLength(7);
  plate.enableCombing();
  plate.addToPage(page, { ...plain, x: 100, y: 500, width: 140, height: 20 });
  // Most programs write a field with a single widget as one object.
  plate.acroField.getWidgets()[0]?.dict.set(PDFName.of('MaxLen'), pdf.context.obj(7));
  const extras = form.createOptionList('extras');
  extras.addOptions(['Power', 'Water']);
  extras.enableMultiselect();
  extras.addToPage(page, { ...plain, x: 100, y: 440, width: 120, height: 40 });
  return pdf.save();
}

async function withAnswers(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const form = pdf.getForm();
  const at = (y: number, x = 100) => ({ x, y, width: 16, height: 16 });
  const rules = form.createCheckBox('rules');
  rules.addToPage(page, at(700));
  rules.check();
  form.createCheckBox('pets').addToPage(page, at(660));
  for (const [name, y] of [
    ['boat', 620],
    ['dog', 580],
  ] as const) {
    const question = form.createRadioGroup(name);
    question.addOptionToPage('yes', page, at(y));
    question.addOptionToPage('no', page, at(y, 140));
    if (name === 'dog') question.select('no');
  }
  const berth = form.createDropdown('berth');
  berth.addOptions(['Berth 1', 'Berth 2']);
  berth.select('Berth 2');
  berth.addToPage(page, { ...at(540), width: 120 });
  for (const [name, y] of [
    ['city', 500],
    ['phone', 460],
  ] as const) {
    const text = form.createTextField(name);
    if (name === 'city') text.setText('Kiel');
    text.addToPage(page, { ...at(y), width: 120 });
  }
  return pdf.save();
}
