import { expect, test } from 'vitest';
import type { OperatorState } from '#contract/operations/operator-state.ts';
import { operatorIssues } from './attention.ts';

const well: OperatorState = {
  at: '2026-11-23T10:00:00Z',
  version: '0.1.0',
  schema: '0111-seal-keys.sql',
  platform: { node: 'v24', database: '18.1', embedded: true },
  components: { database: 'ok', files: 'ok', mail: 'ok', jobs: 'ok', converter: 'ok', seals: 'ok' },
  queues: [{ name: 'send-mail', due: 3, running: 2, oldest: '2026-11-23T09:59:00Z' }],
  failed: [],
  failedTotal: 0,
  stuck: [],
  mails: [],
  mailProblems: [],
  storage: [],
  seal: { subject: 'CN=Seal', issuer: 'CN=Root', notAfter: '2028-01-01T00:00:00Z', level: 'self-issued' },
  roots: [{ of: 'seal', subject: 'CN=Root', notAfter: '2046-01-01T00:00:00Z' }],
  log: { size: 0, signedAt: null, problem: null, heads: [] },
};
const mail = (state: 'deferred' | 'bounced' | 'blocked') => ({
  id: state,
  documentId: 'd',
  kind: 'invitation',
  domain: 'okafor.example',
  state,
  attempts: 1,
  createdAt: well.at,
});

test('reports nothing if everything works', () => {
  expect(operatorIssues(well)).toEqual([]);
});

test('a block that a recipient requested is not a problem', () => {
  expect(operatorIssues({ ...well, mails: [mail('blocked')] })).toEqual([]);
  expect(operatorIssues({ ...well, mails: [mail('blocked'), mail('bounced')] })).toEqual([
    { of: 'mails', count: 1 },
  ]);
});

test('a queue that makes progress is reported only as behind, and only after a long time', () => {
  const exports = (oldest: string) => ({
    ...well,
    queues: [{ name: 'make-export', due: 3, running: 1, oldest }],
  });
  expect(operatorIssues(exports('2026-11-23T09:00:00Z'))).toEqual([]);
  expect(operatorIssues(exports('2026-11-23T03:00:00Z'))).toEqual([
    { of: 'behind', job: 'make-export', ms: 7 * 3_600_000 },
  ]);
});

test('stopped components are listed before future expirations', () => {
  const ill: OperatorState = {
    ...well,
    components: { ...well.components, files: 'degraded' },
    failedTotal: 120,
    queues: [{ name: 'send-mail', due: 9, running: 0, oldest: '2026-11-23T09:00:00Z' }],
    seal: { ...well.seal, notAfter: '2026-12-01T00:00:00Z' },
    log: { ...well.log, problem: 'Part of the log was removed.' },
  };
  expect(operatorIssues(ill)).toEqual([
    { of: 'part', part: 'files' },
    { of: 'log', problem: 'Part of the log was removed.' },
    { of: 'failed', count: 120 },
    { of: 'queue', job: 'send-mail', ms: 3_600_000 },
    { of: 'ends', what: 'key.seal', at: '2026-12-01T00:00:00Z' },
  ]);
});
