import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Field } from '../field/field.ts';
import { withOwnerGone } from '../field/owner-gone.ts';
import { recipientRoles, type Recipient } from '../recipient/recipient.ts';
import { isRefusal } from '../refusal.ts';
import { decideSend, isMailAddress, type Draft, type Sending } from './send.ts';

const now = Date.UTC(2026, 2, 2, 9, 0);
const day = 86_400_000;

const grace = person({ id: 'grace', email: 'grace@harbour.example', name: 'Grace Lindqvist' });
const linus = person({ id: 'linus', email: 'linus@okafor.example', name: 'Linus Okafor', turn: 2 });
const hana = person({ id: 'hana', email: 'hana@harbour.example', name: 'Hana Sato', role: 'approver' });
const viewer = person({ id: 'viewer', email: 'viewer@harbour.example', role: 'viewer' });
const copy = person({ id: 'copy', email: 'copy@harbour.example', role: 'cc' });

let placed = 0;

describe('sending a document', () => {
  test('in parallel order, both people are invited', () => {
    const sending = send({ recipients: [grace, linus], fields: [field('grace'), field('linus')] });
    expect(sending.status).toBe('sent');
    expect(sending.invite.map(({ id }) => id)).toEqual(['grace', 'linus']);
  });

  test('in sequential order, only the first person is invited', () => {
    const sending = send({ signingOrder: 'sequential', recipients: [grace, linus] });
    expect(sending.invite.map(({ id }) => id)).toEqual(['grace']);
  });

  test('viewers are notified when the document is sent, carbon copies are not', () => {
    const sending = send({ recipients: [grace, viewer, copy] });
    expect(sending.invite.map(({ id }) => id)).toEqual(['grace', 'viewer']);
  });

  test('unassigned fields go to the only signer, but not to an approver', () => {
    const draft = { recipients: [hana, grace, viewer], fields: [field(null, 'a'), field('hana', 'b')] };
    expect(send(draft).fields.map(({ id, recipientId }) => [id, recipientId])).toEqual([
      ['a', 'grace'],
      ['b', 'hana'],
    ]);
  });

  test('a document needs no fields, because the certificate page shows the signature', () => {
    expect(send({ recipients: [grace], fields: [] })).toMatchObject({ status: 'sent', fields: [] });
  });

  test('the decision does not change the draft', () => {
    const draft = draftOf({ recipients: [grace], fields: [field(null)] });
    const before = structuredClone(draft);
    decideSend(draft, { expirationDays: 30, recipientLimit: null }, now);
    expect(draft).toEqual(before);
  });
});

const five = [1, 2, 3, 4, 5].map((id) => person({ id: `signer-${id}`, email: `s${id}@okafor.example` }));
const refusals: [string, string, Partial<Draft>, { expirationDays?: unknown; recipientLimit?: number }][] = [
  ['a sent document', 'document-already-sent', { status: 'sent' }, {}],
  ['a completed document', 'document-completed', { status: 'completed' }, {}],
  ['a document without recipients', 'recipients-missing', { recipients: [] }, {}],
  ['a document with viewers only', 'signer-missing', { recipients: [viewer, copy] }, {}],
  [
    'five recipients with a limit of four',
    'plan-limit-recipients',
    { recipients: five },
    { recipientLimit: 4 },
  ],
  ['an empty address', 'recipient-address-invalid', { recipients: [{ ...grace, email: '' }] }, {}],
  [
    'an address without an at sign',
    'recipient-address-invalid',
    { recipients: [grace, { ...linus, email: 'linus' }] },
    {},
  ],
  [
    'an invalid address of a carbon copy',
    'recipient-address-invalid',
    { recipients: [grace, { ...copy, email: 'a@b@c' }] },
    {},
  ],
  [
    'a name with a line break',
    'recipient-name-invalid',
    { recipients: [{ ...grace, name: 'Grace\r\nBcc: x' }] },
    {},
  ],
  [
    'a name with a direction override',
    'recipient-name-invalid',
    { recipients: [{ ...grace, name: 'Grace \u202e' }] },
    {},
  ],
  [
    'an unassigned field with two signers',
    'field-not-assigned',
    { recipients: [grace, linus], fields: [field(null)] },
    {},
  ],
  [
    'a field of a removed recipient with one signer',
    'field-not-assigned',
    { recipients: [grace], fields: [{ ...field(null), properties: withOwnerGone() }] },
    {},
  ],
  [
    'an unassigned field with only an approver',
    'field-not-assigned',
    { recipients: [hana], fields: [field(null)] },
    {},
  ],
  [
    'a field of a viewer',
    'field-not-assigned',
    { recipients: [grace, viewer], fields: [field('viewer')] },
    {},
  ],
  [
    'a field of a removed recipient',
    'field-not-assigned',
    { recipients: [grace], fields: [field('linus')] },
    {},
  ],
  ['an expiry of zero days', 'expiration-invalid', {}, { expirationDays: 0 }],
];

describe('refusals to send an incomplete document', () => {
  test.each(refusals)('%s: %s', (_, code, draft, input) => {
    const answer = decideSend(draftOf(draft), { expirationDays: 30, recipientLimit: null, ...input }, now);
    expect(answer).toMatchObject({ refused: code, detail: expect.stringMatching(/\S/) });
  });

  test('refusals use the wording of the specification', () => {
    expect(refusal({ recipients: [] })).toBe('No recipients: Please add at least one recipient');
    expect(refusal({ recipients: [{ ...grace, email: 'grace' }] })).toBe(
      'Invalid email addresses: Please enter valid email addresses for all recipients',
    );
  });

  test("a document can have as many recipients as the plan's limit", () => {
    expect(
      decideSend(draftOf({ recipients: five }), { expirationDays: 30, recipientLimit: 5 }, now),
    ).toHaveProperty('status', 'sent');
  });
});

describe('days until a document expires (specification §5)', () => {
  test.each([
    [undefined, 30],
    [null, 30],
    ['', 30],
    [Number.NaN, 30],
    ['soon', 30],
    [{}, 30],
    [{ toString: 5 }, 30],
    [1, 1],
    [30, 30],
    ['14', 14],
    [365, 365],
  ])('%s means %i days', (given, days) => {
    const sending = decideSend(draftOf({}), { expirationDays: given, recipientLimit: null }, now) as Sending;
    expect(sending.expiresAt).toBe(now + days * day);
  });

  test.each([0, -1, 366, 1.5, Number.POSITIVE_INFINITY, '0', '1e3'])('refuses %s', (given) => {
    expect(decideSend(draftOf({}), { expirationDays: given, recipientLimit: null }, now)).toHaveProperty(
      'refused',
      'expiration-invalid',
    );
  });
});

describe('email addresses', () => {
  test.each([
    'grace@harbour.example',
    'grace.lindqvist+lease@mail.harbour.example',
    "o'brien@okafor.example",
    'gräce@hafen.example',
    'linus@müller.example',
    'ada@localhost',
    `${'a'.repeat(64)}@okafor.example`,
  ])('accepts %s', (text) => expect(isMailAddress(text)).toBe(true));

  test.each([
    ['nothing', ''],
    ['no at sign', 'grace'],
    ['no local part', '@harbour.example'],
    ['no domain', 'grace@'],
    ['two at signs', 'grace@linus@harbour.example'],
    ['a second address', 'grace@harbour.example,mallory@elsewhere.example'],
    ['a display name', 'Grace <grace@harbour.example>'],
    ['a quoted local part', '"grace"@harbour.example'],
    ['a comment', 'grace(mallory)@harbour.example'],
    ['a route', '@elsewhere.example:grace@harbour.example'],
    ['an appended header', 'grace@harbour.example\r\nBcc: mallory@elsewhere.example'],
    ['a header before the at sign', 'grace\r\nBcc: mallory@elsewhere.example'],
    ['a line break at the end', 'grace@harbour.example\n'],
    ['a space', 'grace lindqvist@harbour.example'],
    ['a leading dot', '.grace@harbour.example'],
    ['a trailing dot', 'grace.@harbour.example'],
    ['two dots', 'grace..l@harbour.example'],
    ['an empty label', 'grace@harbour..example'],
    ['a label with a leading hyphen', 'grace@-harbour.example'],
    ['an address literal', 'grace@[192.0.2.7]'],
    ['a lone surrogate', 'grace\ud800@harbour.example'],
    ['a hidden character', 'gra\u200bce@harbour.example'],
    ['a second, full-width at sign', 'ceo\uff20bank.example@elsewhere.example'],
    ['a blank letter', 'gra\u3164ce@harbour.example'],
    ['65 characters before the at sign', `${'a'.repeat(65)}@okafor.example`],
    ['more than 254 characters', `grace@${'a.'.repeat(130)}example`],
  ])('refuses %s', (_, text) => expect(isMailAddress(text)).toBe(false));

  // No combination of these pieces may pass characters with a meaning in mail headers (S-16).
  const piece = fc.oneof(
    fc.constantFrom(
      '\r',
      '\n',
      '\0',
      '"',
      '<',
      '>',
      ',',
      ';',
      ':',
      '(',
      ')',
      '\\',
      '@',
      '.',
      ' ',
      '\t',
      '\u2028',
    ),
    fc.constantFrom('grace', 'harbour.example', 'Bcc: ', 'mallory@elsewhere.example'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  test('an accepted address never contains mail header syntax', () => {
    const dangerous = /[\r\n\0"<>,;:()\\\s\p{Cc}]/u;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), (pieces, whole) => {
        const text = whole ? `${pieces.join('')}@harbour.example` : pieces.join('');
        if (isMailAddress(text)) {
          expect(text).not.toMatch(dangerous);
          expect(text.split('@')).toHaveLength(2);
        }
      }),
      { numRuns: 5000, seed: 20_260_302 },
    );
  });

  test('refuses an address with a dangerous character at any position', () => {
    const characters = ['\r', '\n', '\0', '"', '<', '>', ',', ';', ':', ' ', '\u2028', '\u202e'];
    for (const character of characters) {
      for (let at = 0; at <= 'grace@harbour.example'.length; at += 1) {
        const text = `${'grace@harbour.example'.slice(0, at)}${character}${'grace@harbour.example'.slice(at)}`;
        expect(isMailAddress(text), JSON.stringify(text)).toBe(false);
      }
    }
  });
});

test('refuses advertising as a name, and accepts a company name (S-15)', () => {
  const named = (name: string) =>
    decideSend(
      draftOf({ recipients: [person({ name })] }),
      { expirationDays: 30, recipientLimit: null },
      now,
    );
  expect(named('Win at https://evil.example')).toMatchObject({ refused: 'recipient-name-invalid' });
  expect(isRefusal(named('Booking.com B.V.'))).toBe(false);
});

test('recipients of every role are either invited or notified', () => {
  const sent = recipientRoles.map((role) => person({ id: role, email: `${role}@harbour.example`, role }));
  expect(send({ recipients: sent }).invite.map(({ id }) => id)).toEqual(['signer', 'approver', 'viewer']);
});

function person(given: Partial<Recipient>): Recipient {
  return {
    id: 'somebody',
    email: 'x@harbour.example',
    name: '',
    role: 'signer',
    turn: 1,
    status: 'waiting',
    ...given,
  };
}

function field(recipientId: string | null, id = 'field'): Field {
  // Places each field on a separate page.
  placed += 1;
  const box = { page: placed, x: 72, y: 600, width: 190, height: 48 };
  return { ...box, id, type: 'signature', recipientId, required: true, label: '' };
}

function draftOf(given: Partial<Draft>): Draft {
  return { status: 'draft', signingOrder: 'parallel', recipients: [grace], fields: [], ...given };
}

function send(given: Partial<Draft>): Sending {
  const answer = decideSend(draftOf(given), { expirationDays: undefined, recipientLimit: null }, now);
  if (isRefusal(answer)) throw new Error(answer.detail);
  return answer;
}

function refusal(given: Partial<Draft>): string {
  const answer = decideSend(draftOf(given), { expirationDays: 30, recipientLimit: null }, now);
  return isRefusal(answer) ? answer.detail : 'not refused';
}
