import { expect, test } from 'vitest';
import { daysOf, runsOf } from './days-of-events.ts';

const event = (type: string, occurredAt = '2026-11-22T12:00:00Z') => ({ type, occurredAt });
const typesOf = (runs: { type: string }[][]) => runs.map((run) => run.map(({ type }) => type).join(' '));

test('groups consecutive emails, and hides no other events among them', () => {
  const events = ['document_sent', 'invitation_issued', 'mail_written', 'mail_bounced', 'mail_written'];
  const apart = ['document_sent', 'invitation_issued mail_written', 'mail_bounced', 'mail_written'];
  expect(typesOf(runsOf(events.map((type) => event(type))))).toEqual(apart);
  expect(
    typesOf(
      runsOf(
        events.map((type) => event(type)),
        () => false,
      ),
    ),
  ).toEqual(events);
});

test('groups events by the day on which they happened', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  const days = daysOf(
    ['2026-11-22T12:00:00Z', '2026-11-22T11:00:00Z', '2025-11-20T11:00:00Z'].map((at) => event('x', at)),
    now,
  );
  expect(days.map(({ day, events }) => [day, events.length])).toEqual([
    ['Sunday, November 22', 2],
    ['November 20, 2025', 1],
  ]);
});
