import { expect, test } from 'vitest';
import type { Field } from '#core/field/field.ts';
import { signedLease } from '#testing/documents/signed-lease.ts';
import { certificatePage } from './certificate-page.ts';

const record = signedLease();

test('the certificate lists each question with its answer and signer, and the hash of an attached file', () => {
  const [field] = record.fields;
  const table = certificatePage(record, new Map()).blocks.find((block) => block.kind === 'table');
  expect(table?.rows).toEqual([['1', 'Address', 'Harbour Lane 7', '[1] Grace Lindqvist']]);
  const file = JSON.stringify({ name: 'id.png', mediaType: 'image/png', size: 12, sha256: 'a'.repeat(64) });
  const handedIn = {
    ...record,
    fields: [{ ...field!, type: 'attachment' as const }],
    values: new Map([[field!.id, file]]),
  };
  expect(JSON.stringify(certificatePage(handedIn, new Map()))).toContain(
    `id.png (12 bytes, SHA-256 ${'a'.repeat(64)})`,
  );
});

test('the sender’s text is never listed as a signer’s answer', () => {
  const [address] = record.fields;
  const waiver = 'I waive all rights and owe 9 900 EUR';
  const rows = (properties: Field['properties'], value: string) => {
    const field = { ...address!, label: 'Note', properties };
    const { blocks } = certificatePage(
      { ...record, fields: [field], values: new Map([[field.id, value]]) },
      new Map(),
    );
    return blocks.find((block) => block.kind === 'table');
  };
  const readOnly = rows({ readOnly: true, value: waiver }, waiver);
  expect(readOnly?.columns.map(({ title }) => title)).toEqual(['Page', 'Field', 'Value', 'Set by']);
  expect(readOnly?.rows).toEqual([['1', 'Note', waiver, 'the sender, for [1] Grace Lindqvist']]);
  expect(rows({ value: waiver }, waiver)?.rows).toEqual([
    ['1', 'Note', waiver, 'the sender; left unchanged by [1] Grace Lindqvist'],
  ]);
  expect(rows({ value: waiver }, 'I owe nothing')?.rows).toEqual([
    ['1', 'Note', 'I owe nothing', '[1] Grace Lindqvist'],
  ]);
});

test('notes and strikes are attributed to the sender', () => {
  const [address] = record.fields;
  const mark = { ...address!, recipientId: null, required: false, label: '' };
  const fields = [
    { ...mark, id: 'note', type: 'note' as const, properties: { value: 'Signed by Grace Lindqvist' } },
    { ...mark, id: 'strike', type: 'strike' as const, page: 1, properties: {} },
  ];
  const { blocks } = certificatePage({ ...record, fields, values: new Map() }, new Map());
  expect(blocks.find((block) => block.kind === 'table')?.rows).toEqual([
    ['1', 'Note', 'Signed by Grace Lindqvist', 'the sender'],
    ['1', 'Strikethrough', 'words struck out on the page', 'the sender'],
  ]);
});

test('the certificate does not list a field that was hidden from its signer', () => {
  const [address] = record.fields;
  const box = { ...address!, type: 'checkbox' as const };
  const when = (fieldId: string) => ({ showWhen: { fieldId, is: 'filled' as const, value: '' } });
  const fields = [
    { ...box, id: 'dog', label: 'I keep a dog' },
    { ...box, id: 'insured', label: 'It is insured', properties: when('dog') },
    { ...address!, id: 'named', label: 'Its name', properties: when('dog') },
  ];
  const asked = (values: Record<string, string>) => {
    const { blocks } = certificatePage(
      { ...record, fields, values: new Map(Object.entries(values)) },
      new Map(),
    );
    return blocks.find((block) => block.kind === 'table')?.rows.map(([, what, answer]) => [what, answer]);
  };
  expect(asked({ dog: 'false' })).toEqual([['I keep a dog', 'not checked']]);
  expect(asked({ dog: 'true', insured: 'false' })).toEqual([
    ['I keep a dog', 'checked'],
    ['It is insured', 'not checked'],
    ['Its name', 'left empty'],
  ]);
});

test('the signing date is attributed to the service, not to its signer', () => {
  const [address] = record.fields;
  const field = { ...address!, type: 'date' as const, label: '' };
  const { blocks } = certificatePage(
    { ...record, fields: [field], values: new Map([[field.id, '2 March 2026']]) },
    new Map(),
  );
  expect(blocks.find((block) => block.kind === 'table')?.rows).toEqual([
    ['1', 'Date', '2 March 2026', 'this service, for [1] Grace Lindqvist'],
  ]);
});

test.each([
  ['form_answered', 'Grace Lindqvist', {}, '[1] Grace Lindqvist, in the public form'],
  [
    'recipient_delegated',
    'Linus Okafor',
    { readOnly: true },
    'Linus Okafor, who delegated to [1] Grace Lindqvist',
  ],
  ['recipient_delegated', 'Linus Okafor', {}, 'Linus Okafor, who delegated to [1] Grace Lindqvist'],
  ['recipient_corrected', 'Ada Moreau', {}, 'the sender; left unchanged by [1] Grace Lindqvist'],
  ['recipient_corrected', 'Ada Moreau', { readOnly: true }, 'the sender, for [1] Grace Lindqvist'],
] as const)(
  'if %s by %s changed a name, a field with %j is attributed to %s',
  (type, actor, properties, by) => {
    const [address] = record.fields;
    const field = { ...address!, type: 'name' as const, label: 'Tenant', properties };
    const sent = record.events.find((one) => one.type === 'document_sent')!;
    const naming = {
      ...sent,
      type,
      event: { ...sent.event, type, data: { recipientId: field.recipientId! } },
      personal: { actor },
    };
    const { blocks } = certificatePage(
      {
        ...record,
        fields: [field],
        values: new Map([[field.id, 'Grace Lindqvist']]),
        events: [sent, naming, ...record.events],
      },
      new Map(),
    );
    expect(blocks.find((block) => block.kind === 'table')?.rows).toEqual([
      ['1', 'Tenant', 'Grace Lindqvist', by],
    ]);
  },
);

test('an Arabic certificate prints a person’s number before a Latin name and uses the app’s term for approval', () => {
  const recipients = record.recipients.map((one) => ({ ...one, role: 'approver' as const }));
  const signature = { ...record.signatures[0]!, recipient: recipients[0]!, locale: 'ar' };
  const page = certificatePage({ ...record, recipients, signatures: [signature] }, new Map());
  const table = page.blocks.find((block) => block.kind === 'table');
  expect(table?.rows[0]?.[3]).toMatch(/^\u200f\[1\] /);
  const person = page.blocks.find((block) => block.kind === 'signature');
  expect(person?.aside).toContain('معتمِد');
  expect(page.blocks.find((block) => block.kind === 'status')?.text).toContain('اعتمد');
});
