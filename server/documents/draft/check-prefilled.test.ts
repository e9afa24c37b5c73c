import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '#contract/documents/field.ts';
import type { BulkPreview } from '#contract/documents/bulk.ts';
import type { TemplateView } from '#contract/documents/templates.ts';
import type { FieldType } from '#core/field/field.ts';
import type { FieldProperties } from '#core/field/properties.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { checkPerson, memoizeFits } from './check-prefilled.ts';

const long = 'Grace Wilhelmina Augusta Lindqvist of the Northern Harbour Office and its Eastern Quays';
const narrow = { width: 60, height: 12 };
const wide = { width: 190, height: 26 };

describeOnOneDatabase('checking prefilled values', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
  });

  type Case = [string, FieldType, FieldProperties, { width: number; height: number }, string, string];
  const shorten = 'does not fit in its box. Shorten it or enlarge the field.';
  test.each<Case>([
    [
      'a name that its signer cannot shorten',
      'name',
      { readOnly: true },
      narrow,
      long,
      `'Tenant' on page 1 prints the name of its recipient, which ${shorten}`,
    ],
    [
      'an address that its signer cannot shorten',
      'email',
      { readOnly: true },
      { width: 12, height: 10 },
      'Grace',
      `'Tenant' on page 1 prints the address of its recipient, which ${shorten}`,
    ],
    [
      'a letter wider than its cell',
      'text',
      { comb: 20, value: 'WWW' },
      narrow,
      'Grace',
      `'Tenant' on page 1 has a default value that ${shorten}`,
    ],
    [
      'a letter in a comb field that no font has',
      'text',
      { comb: 4, value: 'A\u{10ffff}' },
      wide,
      'Grace',
      `'Tenant' on page 1 has a default value that contains characters that can’t be printed: \u{10ffff}. Write it without them.`,
    ],
    [
      'a choice that cannot be printed',
      'dropdown',
      { choices: ['Kiel', long] },
      narrow,
      'Grace',
      `'Tenant' on page 1 offers a choice that ${shorten}`,
    ],
    [
      'a name longer than its field allows',
      'name',
      { readOnly: true, maxLength: 5 },
      wide,
      'Grace Lindqvist',
      `‘Tenant’ on page 1 allows at most 5 characters. Shorten it.`,
    ],
    [
      'a name that its signer could shorten',
      'name',
      {},
      narrow,
      long,
      `'Tenant' on page 1 prints the name of its recipient, which ${shorten}`,
    ],
    [
      'an address that its signer could replace',
      'email',
      {},
      narrow,
      'Grace',
      `'Tenant' on page 1 prints the address of its recipient, which ${shorten}`,
    ],
    [
      'a missing name that the signer cannot enter',
      'name',
      { readOnly: true },
      wide,
      '',
      `'Tenant' on page 1 is read-only and empty. Fill it in.`,
    ],
  ])('rejects sending with %s, and sends no email', async (...args) => {
    const [, type, properties, box, name, detail] = args;
    const { id } = await ada.prepare(sampleLease(1), [{ ...grace, name }], ([owner]) => [
      place(type, properties, box, owner),
    ]);
    const mails = office.post.to(grace.email).length;
    expect(await ada.send(id)).toMatchObject({ status: 422, body: { code: 'field-incomplete', detail } });
    await office.settled();
    expect((await ada.read(id)).status).toBe('draft');
    expect(office.post.to(grace.email)).toHaveLength(mails);
  });

  test('a corrected name that the signer can shorten is accepted, and the signer shortens it', async () => {
    const lease = await ada.sent(sampleLease(1), [grace], ([owner]) => [place('name', {}, narrow, owner)]);
    const path = `/api/documents/${lease.id}/recipients/${lease.recipients[0]!.id}/correct`;
    expect((await ada.post(path, { ...grace, name: long })).status).toBe(200);
    const signer = ada.signer(grace.email);
    const signature = { signatureText: 'Grace' };
    expect(await signer.sign(signature)).toMatchObject({ body: { code: 'field-value-invalid' } });
    const fields = [{ id: lease.signatureFields[0]!.id, value: 'G. L.' }];
    expect((await signer.sign({ ...signature, fields })).status).toBe(200);
    await office.settled();
    expect(await ada.read(lease.id)).toMatchObject({ status: 'completed', sealProblem: null });
  });

  test('after sending, rejects a correction or delegation if the required address does not fit', async () => {
    const room = { width: 130, height: 20 };
    const lease = await ada.prepare(sampleLease(1), [grace], ([owner]) => [place('email', {}, room, owner)]);
    expect((await ada.send(lease.id, { allowDelegation: true })).status).toBe(200);
    await office.settled();
    const email = `${'w'.repeat(60)}@harbour.example`;
    const path = `/api/documents/${lease.id}/recipients/${lease.recipients[0]!.id}/correct`;
    const refusal = { status: 422, body: { code: 'field-value-invalid' } };
    expect(await ada.post(path, { ...grace, email })).toMatchObject(refusal);
    expect(await ada.signer(grace.email).delegate({ ...linus, email, reason: 'On leave' })).toMatchObject(
      refusal,
    );
  });

  test('after sending, rejects a new recipient if the read-only name does not fit', async () => {
    const lease = await ada.prepare(sampleLease(1), [grace], ([owner]) => [
      place('name', { readOnly: true }, narrow, owner),
    ]);
    expect((await ada.send(lease.id, { allowDelegation: true })).status).toBe(200);
    await office.settled();
    const path = `/api/documents/${lease.id}/recipients/${lease.recipients[0]!.id}/correct`;
    const correct = (name: string) => ada.post(path, { ...grace, name });
    const cannot = `'Tenant' on page 1 prints the name and cannot hold this one. Shorten it.`;
    const refusal = { status: 422, body: { code: 'field-value-invalid', detail: cannot } };
    expect(await correct(long)).toMatchObject(refusal);
    expect(await correct('')).toMatchObject({
      body: { detail: `'Tenant' on page 1 prints the name and needs one.` },
    });
    const signer = ada.signer(grace.email);
    expect(await signer.delegate({ ...linus, name: long, reason: 'On leave' })).toMatchObject(refusal);
    expect((await ada.read(lease.id)).recipients[0]).toMatchObject({ ...grace, status: 'invited' });
    expect((await correct('G. Lindqvist')).status).toBe(200);
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect(await ada.read(lease.id)).toMatchObject({ status: 'completed', sealProblem: null });
  });

  test('checks drafts of templates when they are sent, and CSV rows in the preview', async () => {
    const lease = await ada.prepare(sampleLease(1), [grace], ([owner]) => [
      place('name', { readOnly: true }, narrow, owner),
    ]);
    const body = { name: 'Berth lease', description: 'One berth for one year', documentId: lease.id };
    const { body: template } = await ada.post<TemplateView>('/api/templates', body);
    const used = await ada.post<{ id: string }>(`/api/templates/${template.id}/use`, {
      recipients: [{ roleId: template.roles[0]!.id, ...grace, name: long }],
    });
    expect(used.status).toBe(201);
    expect(await ada.send(used.body.id)).toMatchObject({ status: 422, body: { code: 'field-incomplete' } });

    const csv = ['Email,Name', `${linus.email},${linus.name}`, `${grace.email},${long}`].join('\n');
    const preview = await ada.post<BulkPreview>(`/api/templates/${template.id}/bulk/preview`, { csv });
    expect(preview.body).toMatchObject({ rows: 2, good: 1, wrong: 1 });
    expect(preview.body.problems).toMatchObject([
      { line: 3, code: 'field-incomplete', detail: expect.stringContaining('prints the name') as string },
    ]);
  });
});

test('measures the same text in the same box once for all rows of a file', async () => {
  const asked: number[] = [];
  const pdf = memoizeFits({
    fit: (texts) => {
      asked.push(texts.length);
      return Promise.resolve(texts.map(({ text }) => ({ fits: text !== long, unprintable: [] })));
    },
  });
  const boxed = (text: string) => ({ text, ...narrow });
  const fits = async (...texts: string[]) => (await pdf.fit(texts.map(boxed))).map((fit) => fit.fits);
  expect(await fits('Kiel', long, 'Kiel')).toEqual([true, false, true]);
  expect(await fits(long, 'Kiel')).toEqual([false, true]);
  expect(await fits('Bergen', long)).toEqual([true, false]);
  expect(asked).toEqual([2, 1]);
});

test('after sending, a new recipient is not rejected because of the sender’s prefilled values', async () => {
  const pdf: Parameters<typeof checkPerson>[0] = {
    fit: (texts) => Promise.resolve(texts.map(() => ({ fits: true, unprintable: [] }))),
  };
  const laidDown = (type: FieldType, properties: FieldProperties) => {
    const owned = place(type, properties, wide, 'linus');
    return { ...owned, id: type, recipientId: 'linus', required: true, label: 'Rent', properties };
  };
  // Stored before such numbers were rejected.
  const rent = laidDown('number', { value: '50,000', readOnly: true });
  const name = laidDown('name', { readOnly: true, maxLength: 12 });
  const person = { id: 'linus', ...linus };
  expect(await checkPerson(pdf, [rent, name], person)).toBeUndefined();
  const longer = { ...person, name: long };
  expect(await checkPerson(pdf, [rent, name], longer)).toMatchObject({ refused: 'field-value-invalid' });
});

function place(
  type: FieldInput['type'],
  properties: FieldProperties,
  box: { width: number; height: number },
  recipientId: string | undefined,
): FieldInput {
  return { type, page: 1, x: 40, y: 60, ...box, recipientId, label: 'Tenant', properties };
}
