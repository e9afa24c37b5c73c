import { describe, expect, test } from 'vitest';
import { compareWithEvidence, describeContradiction } from './compare-with-evidence.ts';
import type { Members, StatedDocument } from './stated-document.ts';

const grace = { id: 'g', email: 'grace@harbour.example', name: 'Grace', role: 'signer', order: 1 };
const address: Members = {
  id: 'f',
  type: 'text',
  page: 1,
  recipientId: 'g',
  label: 'Address',
  properties: {},
};
const at = (minute: number): string => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();

const bodyOf = (type: string, minute: number, actorId: string | null, data: Members = {}) =>
  JSON.stringify({ type, occurredAt: at(minute), actor: { id: actorId }, data });

const consent = { disclosureVersion: '1', disclosureSha256: 'd', locale: 'en' };
const act = { baseSha256: 'b', method: 'typed', typeface: 'caveat', imageSha256: null };
const evidence = {
  document: { id: 'doc', title: 'Lease', baseSha256: 'b' },
  recipients: [grace],
  fields: [{ ...address, value: 'Lane 7' }],
  events: [
    { body: bodyOf('document_sent', 1, 'ada'), values: [] },
    { body: bodyOf('consent_given', 3, 'g', consent), values: [] },
    { body: bodyOf('document_signed', 3, 'g', act), values: [{ name: 'signature', value: 'Grace' }] },
  ],
};
const later = [bodyOf('document_sealed', 4, null), bodyOf('document_completed', 5, null)];

const graceRow = {
  ...grace,
  act: 'signed',
  actedAt: at(3),
  declineReason: null,
  consentWithdrawnAt: null,
  isErased: false,
};
const signature = {
  act: 'signed',
  signedAt: at(3),
  baseSha256: 'b',
  kind: 'typed',
  typeface: 'caveat',
  text: 'Grace',
  imageSha256: null,
  initialsSha256: null,
  initialsText: null,
  ...consent,
};
const rows: StatedDocument = {
  document: { ...evidence.document, status: 'completed', sentAt: at(1), completedAt: at(5), more: 1 },
  recipients: new Map([['g', graceRow]]),
  fields: new Map([['f', { ...address, value: 'Lane 7' }]]),
  signatures: new Map([['g', signature]]),
};

describe('comparison of rows with sealed evidence', () => {
  test('unchanged rows match, and properties that the evidence does not contain are ignored', () => {
    expect(compareWithEvidence(rows, evidence, later)).toEqual([]);
  });

  test('reports a changed property, a missing row and an added row', () => {
    const recipients = new Map([
      ['g', { ...graceRow, name: 'Mallory' }],
      ['m', graceRow],
    ]);
    const differences = compareWithEvidence({ ...rows, recipients, signatures: new Map() }, evidence, later);
    expect(differences).toEqual([
      { part: 'recipient', id: 'g', member: 'name' },
      { part: 'recipient', id: 'm', member: 'row' },
      { part: 'signature', id: 'g', member: 'row' },
    ]);
    expect(differences.map(describeContradiction)[0]).toBe(
      'the row of recipient g contradicts the sealed evidence: name.',
    );
  });

  test("reports a printed value that the recipient's action did not record", () => {
    const printed = (text: string | null) => new Map([['f', { ...address, value: 'Lane 7', printed: text }]]);
    expect(compareWithEvidence({ ...rows, fields: printed('Lane 8') }, evidence, later)).toEqual([
      { part: 'field', id: 'f', member: 'printed' },
    ]);
    const values = [
      { name: 'signature', value: 'Grace' },
      { name: 'printed:f', value: 'Lane 8' },
    ];
    const events = evidence.events.map((event, at) => (at === 2 ? { ...event, values } : event));
    const stated = { ...evidence, events };
    expect(compareWithEvidence({ ...rows, fields: printed('Lane 8') }, stated, later)).toEqual([]);
    expect(compareWithEvidence({ ...rows, fields: printed(null) }, stated, later)).toHaveLength(1);
  });

  test('an erased recipient must be erased in every row, and an event must record the erasure', () => {
    const erasure = bodyOf('person_erased', 9, 'ada', { recipientId: 'g' });
    const erased: StatedDocument = {
      ...rows,
      recipients: new Map([['g', { ...graceRow, name: '', email: '', isErased: true }]]),
      fields: new Map([['f', { ...address, value: null }]]),
      signatures: new Map([['g', { ...signature, text: null }]]),
    };
    expect(compareWithEvidence(erased, evidence, [...later, erasure])).toEqual([]);
    const members = compareWithEvidence(erased, evidence, later).map(({ member }) => member);
    expect(members).toEqual(['email', 'name', 'isErased', 'value', 'text']);
    expect(compareWithEvidence(rows, evidence, [...later, erasure])).toHaveLength(5);
  });

  test('accepts a withdrawal of consent after sealing if an event records it', () => {
    const recipients = new Map([['g', { ...graceRow, consentWithdrawnAt: at(8) }]]);
    const withdrawn = bodyOf('consent_withdrawn', 8, 'g', { afterSigning: true });
    expect(compareWithEvidence({ ...rows, recipients }, evidence, [...later, withdrawn])).toEqual([]);
    expect(compareWithEvidence({ ...rows, recipients }, evidence, later)).toEqual([
      { part: 'recipient', id: 'g', member: 'consentWithdrawnAt' },
    ]);
  });

  test('reports unreadable evidence, and a row without a canonical form', () => {
    for (const broken of [null, {}, { ...evidence, recipients: [null] }, { ...evidence, events: [{}] }])
      expect(compareWithEvidence(rows, broken, later)).toEqual([
        { part: 'evidence', id: 'doc', member: 'form' },
      ]);
    const document = { ...rows.document, title: 'Lease \uD800' };
    expect(compareWithEvidence({ ...rows, document }, evidence, later)).toEqual([
      { part: 'document', id: 'doc', member: 'title' },
    ]);
  });
});
