import { describe, expect, test } from 'vitest';
import { isRefusal } from '#core/refusal.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document.ts';
import { plainDocument, plainRecipient } from '#testing/documents/untouched.ts';
import { nameRecipients, placeFields } from './edit-draft.ts';

const now = Date.UTC(2026, 2, 2, 9, 0);

describe('replacing the recipients of a draft', () => {
  const known = [person('id-grace', grace, 1), person('id-linus', linus, 2)];

  test('existing recipients keep their id by address and role, regardless of case and order', () => {
    const named = name(known, [{ email: ' LINUS@okafor.example ' }, { email: grace.email, name: ' Grace ' }]);
    expect(named).toMatchObject([
      { id: 'id-linus', email: 'LINUS@okafor.example', name: '', role: 'signer', language: null },
      { id: 'id-grace', email: grace.email, name: 'Grace', role: 'signer', language: null },
    ]);
  });

  test('a recipient with a corrected address keeps the given id', () => {
    const [one] = name(known, [{ id: 'id-grace', email: hana.email }]);
    expect(one).toMatchObject({ id: 'id-grace', email: hana.email });
  });

  test('an id takes precedence over an address, regardless of the order of the list', () => {
    const corrected = { id: 'id-grace', email: hana.email };
    for (const inputs of [
      [{ email: grace.email }, corrected],
      [corrected, { email: grace.email }],
    ]) {
      const named = name(known, inputs);
      expect(named.find(({ email }) => email === hana.email)?.id).toBe('id-grace');
      expect(named.find(({ email }) => email === grace.email)?.id).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('a changed role makes a new recipient', () => {
    const [one] = name(known, [{ email: grace.email, role: 'viewer' }]);
    expect(one?.id).not.toBe('id-grace');
    expect(one?.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('the same person in two roles has two ids', () => {
    const named = name(known, [{ email: grace.email }, { email: grace.email }]);
    expect(named[0]?.id).toBe('id-grace');
    expect(new Set(named.map(({ id }) => id)).size).toBe(2);
  });

  test('an id that Mallory made up is ignored', () => {
    const [one] = name(known, [{ id: 'id-of-another-document', email: 'mallory@elsewhere.example' }]);
    expect(one?.id).not.toBe('id-of-another-document');
  });

  test('reading the recipients of a request does not change the stored ones', () => {
    const before = structuredClone(known);
    name(known, [{ email: grace.email }]);
    expect(known).toEqual(before);
  });

  test.each([
    ['an invalid address', { email: 'grace' }, 'recipient-address-invalid'],
    [
      'a second header in the address',
      { email: 'grace@harbour.example\nBcc: x@y.example' },
      'recipient-address-invalid',
    ],
    ['a name with two lines', { email: grace.email, name: 'Grace\r\nBcc: x' }, 'recipient-name-invalid'],
    [
      'a name with reversed text direction',
      { email: grace.email, name: '\u202eecarG' },
      'recipient-name-invalid',
    ],
  ])('%s is rejected', (_, input, code) => {
    expect(nameRecipients(whole(known), [{ email: linus.email }, input], now)).toHaveProperty(
      'refused',
      code,
    );
  });
});

describe('placing fields', () => {
  const box = { page: 1, x: 10, y: 10, width: 100, height: 20 };

  test('a date field is rejected if its date cannot be printed in the box', () => {
    const placed = placeFields(whole([]), [{ ...box, type: 'date', width: 20, height: 8 }], now);
    expect(placed).toMatchObject({
      refused: 'field-off-page',
      detail: expect.stringContaining('44') as string,
    });
  });

  test('ids are compared regardless of case, and a repeated id is used only once', () => {
    const id = '0199f2f0-aaaa-7bbb-8ccc-0123456789ab';
    const placed = placeFields(
      whole([]),
      [
        { ...box, type: 'text', id: id.toUpperCase() },
        { ...box, type: 'text', id },
      ],
      now,
    );
    if (isRefusal(placed)) throw new Error(placed.detail);
    expect(placed[0]?.id).toBe(id);
    expect(placed[1]?.id).not.toBe(id);
  });
});

function person(id: string, { name, email }: { name: string; email: string }, turn: number): StoredRecipient {
  return {
    id,
    name,
    email,
    turn,
    position: turn,
    role: 'signer',
    status: 'waiting',
    language: null,
    delivery: 'none',
    deliveryReply: null,
    openedAt: null,
    actedAt: null,
    declineReason: null,
    ...plainRecipient,
  };
}

function whole(recipients: StoredRecipient[]): WholeDocument {
  const size = { originalSize: 900, baseSize: 1000, sealedSize: null };
  const hashes = { originalSha256: 'a'.repeat(64), baseSha256: 'b'.repeat(64), sealedSha256: null };
  const document: WholeDocument['document'] = {
    accountId: 'account',
    id: 'lease',
    createdBy: 'ada',
    title: 'Harbour lease',
    status: 'draft',
    revision: 1,
    fileName: 'lease.pdf',
    ...size,
    ...hashes,
    sealLevel: null,
    timestampedAt: null,
    augmentation: null,
    ...plainDocument,
    pages: [{ width: 595, height: 842, rotate: 0, crop: [0, 0, 595, 842], userUnit: 1 }],
    subject: '',
    message: '',
    signingOrder: 'parallel',
    sealProblem: null,
    createdAt: new Date(now),
    updatedAt: new Date(now),
    sentAt: null,
    expiresAt: null,
    completedAt: null,
    folderId: null,
    deletedAt: null,
    test: false,
  };
  return { document, recipients, fields: [] };
}

function name(known: StoredRecipient[], inputs: Parameters<typeof nameRecipients>[1]) {
  const named = nameRecipients(whole(known), inputs, now);
  if (isRefusal(named)) throw new Error(named.detail);
  return named;
}
