import { describe, expect, test } from 'vitest';
import type { RecipientView } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import { missingItems } from './checklist.ts';

const person = (id: string, name: string, role: RecipientView['role'] = 'signer'): RecipientView => ({
  id,
  name,
  email: `${id}@harbour.example`,
  sendEmail: true,
  phone: '',
  role,
  order: 1,
  status: 'waiting',
  delivery: 'none',
  deliveryReply: null,
  awaited: false,
  invitedAt: null,
  remindedAt: null,
  reminders: 0,
  nextReminderAt: null,
  accessCode: false,
  accessCodeRequired: false,
  mailCode: false,
  passkey: 'none',
  message: '',
  files: null,
  codeLocked: false,
  consentWithdrawn: false,
  erasedAt: null,
  language: null,
  openedAt: null,
  actedAt: null,
});
const grace = person('grace', 'Grace Lindqvist');
const linus = person('linus', 'Linus Okafor');
const signature = (id: string, recipientId: string | null): Field => ({
  id,
  type: 'signature',
  page: 1,
  x: 0,
  // Gives each field a different position.
  y: id.charCodeAt(0) * 60,
  width: 190,
  height: 48,
  recipientId,
  required: true,
  label: '',
});
const kinds = (fields: Field[], people: RecipientView[]) =>
  missingItems(fields, people).map(({ kind }) => kind);

describe('the checklist before sending', () => {
  test('asks for recipients first', () => {
    expect(kinds([signature('a', null)], [])).toEqual(['no-recipients']);
  });
  test('is empty if every signer has a signature field', () => {
    expect(kinds([signature('a', 'grace'), signature('b', 'linus')], [grace, linus])).toEqual([]);
  });
  test('assigns unassigned fields to the only signer, and asks if there are several', () => {
    expect(kinds([signature('a', null)], [grace])).toEqual([]);
    expect(kinds([signature('a', null)], [grace, linus])).toContain('unassigned');
  });
  test('asks for a new owner of a field whose recipient was removed', () => {
    const left = { ...signature('a', null), properties: { ownerGone: true } };
    expect(missingItems([left, signature('b', 'linus')], [linus])).toEqual([
      { kind: 'unassigned', blocks: true, fieldId: 'a', page: 1, count: 1 },
    ]);
  });
  test('names a signer without a signature field, without blocking', () => {
    expect(missingItems([signature('a', 'grace')], [grace, linus])).toEqual([
      { kind: 'no-signature-field', blocks: false, recipient: linus },
    ]);
  });
  test('reports a field that belongs to a viewer', () => {
    const reader = person('ada', 'Ada Moreau', 'cc');
    expect(kinds([signature('a', 'grace'), signature('b', 'ada')], [grace, reader])).toEqual(['cannot-sign']);
  });
  test('reports overlapping fields, and whether they would be unreadable', () => {
    const [one, other] = [signature('a', 'grace'), signature('b', 'linus')];
    const at = (y: number) => missingItems([one, { ...other, y: one.y + y }], [grace, linus]);
    expect(at(10)).toEqual([{ kind: 'overlap', blocks: true, fieldId: 'b', page: 1 }]);
    expect(at(40)).toEqual([{ kind: 'overlap', blocks: false, fieldId: 'b', page: 1 }]);
    expect(at(48)).toEqual([]);
  });
  test('counts unassigned checkboxes of a group for the only signer, who gets them when the document is sent', () => {
    const box = (id: string, recipientId: string | null): Field => ({
      ...signature(id, recipientId),
      type: 'checkbox',
      width: 18,
      height: 18,
      required: false,
      properties: { group: 'Extras', atLeast: 2 },
    });
    const extras = [signature('a', 'grace'), box('b', 'grace'), box('c', null)];
    expect(kinds(extras, [grace])).toEqual([]);
    expect(kinds(extras.slice(0, 2), [grace])).toEqual(['fault']);
  });
  test('reports that there is no signer', () => {
    expect(kinds([], [person('ada', 'Ada Moreau', 'viewer')])).toEqual(['nobody-signs']);
  });
});
