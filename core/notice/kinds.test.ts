import { describe, expect, test } from 'vitest';
import { noticeKindNames, noticeKinds, noticeOfEvent, wants } from './kinds.ts';

describe('notifications of a member', () => {
  test("notifications follow the member's choices, or else the defaults", () => {
    expect(wants({}, 'document-completed', 'mail')).toBe(true);
    expect(wants({ 'document-completed': { mail: false } }, 'document-completed', 'mail')).toBe(false);
    expect(wants({ 'document-completed': { mail: false } }, 'document-completed', 'inApp')).toBe(true);
  });

  test('nothing is sent on a channel that the kind does not support, even if stored choices say so', () => {
    expect(wants({ 'recipient-opened': { mail: true } }, 'recipient-opened', 'mail')).toBe(false);
  });

  test('every kind is available on at least one channel', () => {
    for (const kind of noticeKindNames) expect(Object.values(noticeKinds[kind])).toContain(true);
  });

  test('signing and approving are one kind, and members are not notified of their own actions', () => {
    expect(noticeOfEvent.document_approved).toBe(noticeOfEvent.document_signed);
    expect(noticeOfEvent.document_sent).toBeUndefined();
    expect(noticeOfEvent.document_voided).toBeUndefined();
  });
});
