import { describe, expect, test } from 'vitest';
import { eventTypes } from '../trail/event.ts';
import { webhookBody, webhookKindOf, webhookKinds } from './events.ts';
import { hasArrived, mostFailing, mostTries, waitAfter } from './schedule.ts';

const hours = (ms: number) => ms / 3_600_000;

describe('when an event is tried again', () => {
  test('ten times in almost three days, each later than the one before, and then no more', () => {
    const waits = Array.from({ length: mostTries - 1 }, (_, at) => waitAfter(at + 1, 0)!);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    const whole = waits.reduce((sum, wait) => sum + wait, 0);
    expect(hours(whole)).toBeCloseTo(71.585, 2);
    expect(whole).toBeGreaterThan(mostFailing);
    expect(waitAfter(mostTries, 0)).toBeUndefined();
  });

  test('spread by a tenth at most', () => {
    expect(waitAfter(2, 0)).toBe(300_000);
    expect(waitAfter(2, 1)).toBe(330_000);
  });

  test('later when the receiver asks for it, never earlier, and never later than the longest wait', () => {
    expect(waitAfter(1, 0, 60_000)).toBe(60_000);
    expect(waitAfter(4, 0, 1_000)).toBe(2 * 3_600_000);
    expect(hours(waitAfter(1, 0, 10 ** 12)!)).toBe(20);
  });

  test('a redirect, and whatever is not a success, has not arrived', () => {
    expect([200, 201, 204, 299].every(hasArrived)).toBe(true);
    expect([100, 199, 300, 301, 302, 304, 307, 400, 410, 429, 500].some(hasArrived)).toBe(false);
  });
});

describe('what is told', () => {
  const mallory = { kind: 'recipient' as const, id: 'r-1' };

  test('every kind that can be chosen comes from an event of the trail', () => {
    const told = eventTypes.map((type) => webhookKindOf({ type, actor: mallory, seq: 1 }));
    expect(new Set(told.filter((kind) => kind !== undefined))).toEqual(new Set(webhookKinds));
  });

  test('ids, a time and the place in the trail: whatever else an event states stays here', () => {
    const event = {
      type: 'document_signed' as const,
      actor: mallory,
      seq: 7,
      data: { linkId: 'l-1', imageSha256: 'ab', method: 'drawn' },
    };
    const about = { documentId: 'd-1', event, at: 0 };
    expect(JSON.parse(webhookBody('recipient.signed', { ...about, test: false }))).toEqual({
      type: 'recipient.signed',
      timestamp: '1970-01-01T00:00:00.000Z',
      data: { documentId: 'd-1', seq: 7, recipientId: 'r-1' },
    });
    expect(JSON.parse(webhookBody('recipient.signed', { ...about, test: true }))).toMatchObject({
      data: { documentId: 'd-1', seq: 7, recipientId: 'r-1', test: true },
    });
    const handedOver = { ...event, data: { ...event.data, via: 'in-person' } };
    expect(
      JSON.parse(webhookBody('recipient.signed', { ...about, event: handedOver, test: false })).data,
    ).toEqual({ documentId: 'd-1', seq: 7, recipientId: 'r-1', via: 'in-person' });
  });

  test('a mail to the sender that came back is no recipient’s', () => {
    const event = { type: 'mail_bounced' as const, actor: { kind: 'system' as const, id: null }, seq: 3 };
    expect(webhookKindOf({ ...event, data: { recipientId: null } })).toBeUndefined();
    expect(webhookKindOf({ ...event, data: { recipientId: 'r-1' } })).toBe('recipient.undelivered');
  });
});
