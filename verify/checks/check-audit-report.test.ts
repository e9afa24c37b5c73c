import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  fromHex,
  keyIdOf,
  noteOf,
  writeCheckpoint,
  writeLogKey,
  writeLogProof,
} from '#core/log/checkpoint.ts';
import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import { hashNode, inclusionProof, rootOf } from '#core/log/merkle.ts';
import { accountHead, finishReport, type Report, type ReportContent } from '#core/report/report.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import { chainEvent, chainStart, commitTo } from '#core/trail/chain.ts';
import type { TrailEvent } from '#core/trail/event.ts';
import { checkAuditReport } from './check-audit-report.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const bytesHash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const id = '01a20000-0000-7000-8000-000000000001';
const salt = 'ab'.repeat(16);

function trail(length: number) {
  let prev = chainStart;
  return Array.from({ length }, (_, index) => {
    const event: TrailEvent = {
      v: 1,
      documentId: id,
      seq: index + 1,
      id,
      type: 'document_opened',
      prev,
      data: {},
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
    format: 'countersign-audit-report',
    version: 1,
    account: { id, name: 'Harbour' },
    madeAt: '2026-11-21T00:00:00.000Z',
    madeBy: { name: 'Ada', email: 'ada@harbour.example' },
    scope: { from: '2026-11-01', to: '2026-12-01', person: null, document: null, folder: null },
    documents: [
      {
        id,
        title: 'Lease',
        status: 'sent',
        events: all.slice(from, to),
        steps: [],
        logProof: null,
        trail: { events: 4, head: all[3]!.hash, asRecorded: true },
      },
    ],
    account_events: { events: [signedIn], head: accountHead([signedIn], sha256) },
  };
  return finishReport(content, sha256);
}
let trust: { logKeys: TrustedLogKey[] } = { logKeys: [] };
const check = (whole: Report, reason = `Audit report. Digest ${whole.digest}`) =>
  checkAuditReport(Buffer.from(canonicalJson(whole)), reason, trust);

async function codesOf(whole: Report, reason?: string): Promise<string[]> {
  const { checks } = await check(whole, reason);
  return checks.flatMap(({ findings }) => findings.map(({ code }) => code));
}

/** Applies Mallory's change to a report and computes the digest again. Returns the findings. */
function harmed(harm: (content: ReportContent) => void, whole = report()): Promise<string[]> {
  const { digest: _digest, ...content } = JSON.parse(JSON.stringify(whole)) as Report;
  harm(content);
  return codesOf(finishReport(content, sha256));
}

/** Returns a report whose last event is the third leaf of a log, under a checkpoint signed by the log key. */
async function logged(whole: Report, { forge = false } = {}): Promise<Report> {
  const leaves = ['aa', 'bb'].map((digits) => fromHex(digits.repeat(32)));
  leaves.push(fromHex(whole.documents[0]!.events.at(-1)!.hash), fromHex('cc'.repeat(32)));
  const read = async (level: number, position: number): Promise<Uint8Array> =>
    level === 0
      ? leaves[position]!
      : hashNode(await read(level - 1, position * 2), await read(level - 1, position * 2 + 1), bytesHash);
  const hashes = await inclusionProof(2, 4, read, bytesHash);
  const { publicKey: ownKey, privateKey } = generateKeyPairSync('ed25519');
  const name = 'countersign.example';
  const publicKey = Uint8Array.from(ownKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const key = { name, keyId: await keyIdOf(name, publicKey, bytesHash), publicKey };
  trust = { logKeys: [{ key: writeLogKey(key) }] };
  const note = noteOf(name, 4, await rootOf(4, read, bytesHash));
  const signature = forge ? new Uint8Array(64) : Uint8Array.from(sign(null, Buffer.from(note), privateKey));
  const logProof = writeLogProof(
    writeLogKey(key),
    { index: 2, hashes },
    writeCheckpoint(note, key, signature),
  );
  const { digest: _digest, ...content } = whole;
  const documents = content.documents.map((one) => ({ ...one, logProof }));
  return finishReport({ ...content, documents }, sha256);
}

describe('audit reports', () => {
  test('an unmodified report is valid, even if it covers only part of a trail', async () => {
    expect(await codesOf(report())).toEqual([]);
    expect(await codesOf(report(1, 3))).toEqual([]);
    expect((await check(report())).audit).toEqual({
      account: 'Harbour',
      from: '2026-11-01',
      to: '2026-12-01',
      documents: 1,
      events: 5,
    });
  });

  test('detects an event that Mallory removed from the middle or the end', async () => {
    const trail = ['report-trail-differs'];
    expect(await harmed(({ documents: [one] }) => void one!.events.splice(1, 1))).toEqual(trail);
    expect(
      await harmed(({ documents: [one] }) => {
        one!.trail.events = 3;
        one!.events.pop();
      }),
    ).toEqual(trail);
    expect(await harmed(({ documents: [one] }) => void one!.events.shift(), report(0, 4))).toEqual([]);
  });

  test('detects a change to an event, a value, an account event or its text', async () => {
    const trail = ['report-trail-differs'];
    expect(
      await harmed(
        ({ documents: [one] }) =>
          void (one!.events[0]!.body = one!.events[0]!.body.replace('recipient', 'user')),
      ),
    ).toEqual(trail);
    expect(
      await harmed(({ documents: [one] }) => void (one!.events[0]!.values['actor']!.value = 'Mallory')),
    ).toEqual(trail);
    expect(await harmed(({ documents: [one] }) => void (one!.id = id.replace('1a', '2b')))).toEqual(trail);
    expect(await harmed(({ account_events: { events } }) => void events.pop())).toEqual([
      'report-account-differs',
    ]);
    const original = report();
    expect(await codesOf({ ...original, madeAt: '2026-11-22T00:00:00.000Z' })).toEqual(['report-differs']);
    expect(await codesOf(original, `Audit report. Digest ${'0'.repeat(64)}`)).toEqual(['report-differs']);
    expect(await codesOf(original, '')).toEqual(['report-differs']);
  });

  test('rejects a report in another format', async () => {
    const none = { checks: [{ name: 'report', result: 'fails', findings: [{ code: 'report-form' }] }] };
    const texts = ['', '{}', 'null', JSON.stringify({ format: 'countersign-audit-report', version: 1 })];
    for (const text of texts)
      expect(await checkAuditReport(Buffer.from(text), '', trust)).toMatchObject(none);
    const whole = report();
    const pretty = Buffer.from(JSON.stringify(whole, null, 1));
    expect(await checkAuditReport(pretty, `Digest ${whole.digest}`, trust)).toMatchObject(none);
  });

  test('a report is not confirmed by a different log, or if no log is trusted', async () => {
    const whole = await logged(report());
    const log = async () => (await check(whole)).checks.at(-1);
    trust = { logKeys: [] };
    expect(await log()).toMatchObject({
      result: 'unknown',
      findings: [{ code: 'log-unknown', name: 'countersign.example' }],
    });
    expect(
      await checkAuditReport(Buffer.from(canonicalJson(whole)), '', { logKeys: undefined }),
    ).toMatchObject({
      checks: [{}, { name: 'log', result: 'unknown', findings: [{ code: 'log-not-checked' }] }],
    });
  });

  test('a log confirms its very last event, under a checkpoint signed by the log key', async () => {
    const whole = await logged(report());
    expect(await check(whole)).toMatchObject({
      checks: [{ name: 'report' }, { name: 'log', result: 'holds' }],
      log: { origin: 'countersign.example', size: 4 },
    });
    expect(await harmed(({ documents: [one] }) => void one!.events.pop(), whole)).toEqual([
      'log-proof-differs',
    ]);
    expect(await harmed(({ documents: [one] }) => void (one!.logProof = 'none'), whole)).toEqual([
      'log-proof-form',
    ]);
    expect(await codesOf(await logged(report(), { forge: true }))).toEqual(['log-head-unsigned']);
  });
});
