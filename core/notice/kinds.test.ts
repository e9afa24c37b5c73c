import { describe, expect, test } from 'vitest';
import { noticeKindNames, noticeKinds, noticeOfEvent, wants } from './kinds.ts';

describe('a member hears of', () => {
  test('what they chose, and of the rest what is usual', () => {
    expect(wants({}, 'document-completed', 'mail')).toBe(true);
    expect(wants({ 'document-completed': { mail: false } }, 'document-completed', 'mail')).toBe(false);
    expect(wants({ 'document-completed': { mail: false } }, 'document-completed', 'inApp')).toBe(true);
  });

  test('nothing on a channel that this kind does not have, whatever was stored', () => {
    expect(wants({ 'recipient-opened': { mail: true } }, 'recipient-opened', 'mail')).toBe(false);
  });

  test('every kind on one channel at least', () => {
    for (const kind of noticeKindNames) expect(Object.values(noticeKinds[kind])).toContain(true);
  });

  test('a signature and an approval as one kind of news, and nothing of what they do themselves', () => {
    expect(noticeOfEvent.document_approved).toBe(noticeOfEvent.document_signed);
    expect(noticeOfEvent.document_sent).toBeUndefined();
    expect(noticeOfEvent.document_voided).toBeUndefined();
  });
});
