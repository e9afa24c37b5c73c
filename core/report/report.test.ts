import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fromHex, noteOf, writeCheckpoint, writeLogKey, writeLogProof } from '../log/checkpoint.ts';
import { hashNode, inclusionProof, rootOf } from '../log/merkle.ts';
import { canonicalJson } from '../trail/canonical.ts';
import { chainEvent, chainStart, commitTo } from '../trail/chain.ts';
import type { TrailEvent } from '../trail/event.ts';
import { accountHead, finishReport, reportFault, type Report, type ReportContent } from './report.ts';
import { reportLogFault } from './report-log.ts';
import { endOfPeriod, startOfPeriod } from './schedule.ts';
import { stepsOf } from './steps.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const bytesHash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const id = '01a20000-0000-7000-8000-000000000001';
const salt = 'ab'.repeat(16);

function trail(length: number) {
  let prev = chainStart;
  return Array.from({ length }, (_, index) => {
    const event: TrailEvent = {
      ...{ v: 1, documentId: id, seq: index + 1, id, type: 'document_opened', prev, data: {} },
      actor: { kind: 'recipient', id },
      occurredAt: new Date(Date.UTC(2026, 10, 20, 9, index)).toISOString(),
      personal: { actor: commitTo(salt, 'Grace', sha256) },
    };
    const chained = chainEvent(event, sha256);
    prev = chained.hash;
    return { seq: index + 1, asked: true, ...chained, values: { actor: { value: 'Grace', salt } } };
  });
}

function report(from = 0, to = 4): Report {
  const all = trail(4);
  const signedIn = {
    id,
    type: 'signed_in',
    occurredAt: '2026-11-20T09:00:00.000Z',
    name: 'Ada',
    email: 'ada@harbour.example',
    ip: null,
    detail: null,
  };
  const content: ReportContent = {
    ...{ format: 'countersign-audit-report', version: 1, account: { id, name: 'Harbour' } },
    ...{ madeAt: '2026-11-21T00:00:00.000Z', madeBy: { name: 'Ada', email: 'ada@harbour.example' } },
    scope: { from: '2026-11-01', to: '2026-12-01', person: null, document: null, folder: null },
    documents: [
      {
        ...{ id, title: 'Lease', status: 'sent', events: all.slice(from, to), steps: [], logProof: null },
        trail: { events: 4, head: all[3]!.hash, asRecorded: true },
      },
    ],
    account_events: { events: [signedIn], head: accountHead([signedIn], sha256) },
  };
  return finishReport(content, sha256);
}
/** As Mallory changes it, with a digest that fits again. */
function harmed(harm: (content: ReportContent) => void, whole = report()): string | undefined {
  const { digest: _digest, ...content } = JSON.parse(JSON.stringify(whole)) as Report;
  harm(content);
  return reportFault(finishReport(content, sha256), sha256);
}

/** A log of which the report's last event is the third leaf, with its head; nobody here asks who signed that. */
async function logged(whole: Report): Promise<Report> {
  const leaves = ['aa', 'bb'].map((digits) => fromHex(digits.repeat(32)));
  leaves.push(fromHex(whole.documents[0]!.events.at(-1)!.hash), fromHex('cc'.repeat(32)));
  const read = async (level: number, position: number): Promise<Uint8Array> =>
    level === 0
      ? leaves[position]!
      : hashNode(await read(level - 1, position * 2), await read(level - 1, position * 2 + 1), bytesHash);
  const hashes = await inclusionProof(2, 4, read, bytesHash);
  const note = noteOf('countersign.example', 4, await rootOf(4, read, bytesHash));
  const key = { name: 'countersign.example', keyId: '01020304', publicKey: new Uint8Array(32) };
  const checkpoint = writeCheckpoint(note, key, new Uint8Array(64));
  const logProof = writeLogProof(writeLogKey(key), { index: 2, hashes }, checkpoint);
  return { ...whole, documents: whole.documents.map((one) => ({ ...one, logProof })) };
}

test('the log vouches for the last event of each document, and for no other', async () => {
  const whole = await logged(report());
  expect(await reportLogFault(whole, bytesHash)).toBeUndefined();
  const shorter = { documents: whole.documents.map((one) => ({ ...one, events: one.events.slice(0, 3) })) };
  expect(await reportLogFault(shorter, bytesHash)).toContain('not the one in the log');
  expect(await reportLogFault(report(), bytesHash)).toContain('was not in the log');
});

describe('a report can be checked by itself', () => {
  test('a whole one holds, also of a part of a trail', () => {
    expect(reportFault(report(), sha256)).toBeUndefined();
    expect(reportFault(report(1, 3), sha256)).toBeUndefined();
    expect(reportFault(JSON.parse(canonicalJson(report())) as Report, sha256)).toBeUndefined();
  });

  test('Mallory leaves an event out, in the middle or at the end', () => {
    expect(harmed(({ documents: [one] }) => void one!.events.splice(1, 1))).toContain('missing');
    expect(
      harmed(({ documents: [one] }) => {
        one!.trail.events = 3;
        one!.events.pop();
      }),
    ).toContain('head');
  });

  test('Mallory changes an event, a value, a step of the account, or the words of the report', () => {
    expect(
      harmed(
        ({ documents: [one] }) =>
          void (one!.events[0]!.body = one!.events[0]!.body.replace('recipient', 'user')),
      ),
    ).toContain('hash');
    expect(
      harmed(({ documents: [one] }) => void (one!.events[0]!.values['actor']!.value = 'Mallory')),
    ).toContain('value');
    expect(harmed(({ account_events: { events } }) => void events.pop())).toContain('account');
    expect(harmed(({ documents: [one] }) => void (one!.id = id.replace('1a', '2b')))).toContain('another');
    const told = report();
    expect(reportFault({ ...told, madeAt: '2026-11-22T00:00:00.000Z' }, sha256)).toContain('digest');
  });
});

test('how long each took counts from the first invitation to the act', () => {
  const event = (type: string, minute: number, more: object = {}) => ({
    ...{ type, at: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString() },
    ...{ actorId: null, recipientId: null, name: '', email: '', ...more },
  });
  expect(
    stepsOf([
      event('invitation_issued', 0, { recipientId: 'g', name: 'Grace', email: 'grace@harbour.example' }),
      event('invitation_issued', 1, { recipientId: 'l', name: 'Linus', email: 'linus@okafor.example' }),
      event('invitation_issued', 2, { recipientId: 'g', name: 'Grace', email: 'grace@harbour.example' }),
      event('document_opened', 3, { actorId: 'g' }),
      event('document_signed', 5, { actorId: 'g', name: 'Grace', email: 'grace@harbour.example' }),
    ]),
  ).toMatchObject([
    { recipientId: 'g', act: 'signed', tookMs: 300_000, openedAt: '2026-11-20T09:03:00.000Z' },
    { recipientId: 'l', act: null, tookMs: null, openedAt: null },
  ]);
});

test('a week ends on Monday, a month on its first day, at midnight UTC', () => {
  const sunday = Date.UTC(2026, 10, 22, 23, 59);
  expect(new Date(endOfPeriod('week', sunday)).toISOString()).toBe('2026-11-23T00:00:00.000Z');
  expect(new Date(endOfPeriod('week', Date.UTC(2026, 10, 23))).toISOString()).toBe(
    '2026-11-30T00:00:00.000Z',
  );
  expect(new Date(endOfPeriod('month', Date.UTC(2026, 11, 31, 9))).toISOString()).toBe(
    '2027-01-01T00:00:00.000Z',
  );
  expect(new Date(startOfPeriod('month', Date.UTC(2027, 2, 1))).toISOString()).toBe(
    '2027-02-01T00:00:00.000Z',
  );
  expect(new Date(startOfPeriod('week', Date.UTC(2026, 10, 23))).toISOString()).toBe(
    '2026-11-16T00:00:00.000Z',
  );
});
