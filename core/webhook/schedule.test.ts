import { describe, expect, test } from 'vitest';
import { eventTypes } from '../trail/event.ts';
import { detailedBody, webhookBody, webhookKindOf, webhookKinds } from './events.ts';
import { isDelivered, MAX_FAILING_MS, waitAfter } from './schedule.ts';

const hours = (ms: number) => ms / 3_600_000;

const maxTries = 10;

describe('retries of webhook deliveries', () => {
  test('a delivery is attempted ten times over almost three days, with increasing delays', () => {
    const waits = Array.from({ length: maxTries - 1 }, (_, at) => waitAfter(at + 1, 0)!);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    const whole = waits.reduce((sum, wait) => sum + wait, 0);
    expect(hours(whole)).toBeCloseTo(71.585, 2);
    expect(whole).toBeGreaterThan(MAX_FAILING_MS);
    expect(waitAfter(maxTries, 0)).toBeUndefined();
  });

  test('delays vary by at most a tenth', () => {
    expect(waitAfter(2, 0)).toBe(300_000);
    expect(waitAfter(2, 1)).toBe(330_000);
  });

  test('a receiver can request a longer delay up to the maximum, but not a shorter one', () => {
    expect(waitAfter(1, 0, 60_000)).toBe(60_000);
    expect(waitAfter(4, 0, 1_000)).toBe(2 * 3_600_000);
    expect(hours(waitAfter(1, 0, 10 ** 12)!)).toBe(20);
  });

  test('a redirect or any other unsuccessful response counts as a failure', () => {
    expect([200, 201, 204, 299].every(isDelivered)).toBe(true);
    expect([100, 199, 300, 301, 302, 304, 307, 400, 410, 429, 500].some(isDelivered)).toBe(false);
  });
});

describe('the content of webhooks', () => {
  const mallory = { kind: 'recipient' as const, id: 'r-1' };

  test('every subscribable event comes from an event type of the audit trail', () => {
    const kinds = eventTypes.map((type) => webhookKindOf({ type, actor: mallory, seq: 1 }));
    expect(new Set(kinds.filter((kind) => kind !== undefined))).toEqual(new Set(webhookKinds));
  });

  test('the recorded body contains ids, the time and the position in the trail, and no other event data', () => {
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

  test('the sent body adds the document, the recipient, and values up to 256 KB', () => {
    const recorded = JSON.stringify({ type: 'recipient.signed', timestamp: '', data: { documentId: 'd-1' } });
    const [document, recipient] = [{ title: 'Lease' }, { name: 'Grace' }];
    const sent = (details: Parameters<typeof detailedBody>[1]) =>
      (JSON.parse(detailedBody(recorded, details)) as { data: unknown }).data;
    expect(sent({ document })).toEqual({ documentId: 'd-1', document });
    const values = [{ value: 'Harbour' }];
    expect(sent({ document, recipient, values })).toEqual({ documentId: 'd-1', document, recipient, values });
    expect(sent({ document, recipient, values: ['é'.repeat(131_072)] })).toEqual({
      documentId: 'd-1',
      document,
      recipient,
      valuesOmitted: true,
    });
  });

  test('a bounced email to the sender is not attributed to a recipient', () => {
    const event = { type: 'mail_bounced' as const, actor: { kind: 'system' as const, id: null }, seq: 3 };
    expect(webhookKindOf({ ...event, data: { recipientId: null } })).toBeUndefined();
    expect(webhookKindOf({ ...event, data: { recipientId: 'r-1' } })).toBe('recipient.undelivered');
  });
});
