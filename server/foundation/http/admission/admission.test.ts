import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportRows } from '#contract/evidence/reports.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { grace } from '#testing/cast.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { isRefusal } from '#core/refusal.ts';
import { callLimits, openAdmission } from './admission.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const small = { most: 12, withinSeconds: 86_400 };
const tight = { key: small, session: small, link: small, address: small };

test('keys and sessions have 600 calls a minute, as docs/ and the API reference state', () => {
  expect(callLimits.key).toEqual({ most: 600, withinSeconds: 60 });
  expect(callLimits.session).toEqual(callLimits.key);
});

describe('a flood of requests only delays itself (S-14)', () => {
  let office: Office;
  let ada: Desk;
  let mallory: Desk;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase(), { callLimits: tight });
  });
  beforeEach(async () => {
    ada = await office.desk();
    mallory = await office.desk();
  });
  afterAll(() => office.close());

  async function statuses(ask: () => Promise<{ status: number }>, times: number): Promise<number[]> {
    const found: number[] = [];
    for (let at = 0; at < times; at += 1) found.push((await ask()).status);
    return found;
  }

  test('responses tell a session how many calls remain, and it must wait when there are none', async () => {
    const first = await mallory.ask('/api/auth/user');
    expect(first.headers['ratelimit-policy']).toBe('"session";q=12;w=86400');
    expect(first.headers['ratelimit']).toMatch(/^"session";r=11;t=\d+$/);
    expect(await statuses(() => mallory.ask('/api/auth/user'), 11)).toEqual(Array(11).fill(200));
    const last = await mallory.ask('/api/auth/user');
    expect(last).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ada.ask('/api/auth/user')).status).toBe(200);
  });

  test('refused calls count too, and a malformed body costs as much as a valid one', async () => {
    const { recipients } = await ada.sent(sampleLease(1), [grace]);
    expect(recipients).toHaveLength(1);
    const signer = ada.signer(grace.email);
    const bad = () => signer.post('/check', { fields: 'none' });
    expect(await statuses(bad, 12)).not.toContain(429);
    expect((await bad()).status).toBe(429);
    expect((await ada.ask('/api/auth/user')).status).toBe(200);
  });

  test('health checks are never limited, no matter how many requests come from their address', async () => {
    for (const path of ['/api/health', '/api/ready'])
      for (let at = 0; at < 15; at += 1)
        expect((await office.product.app.inject(path)).statusCode, path).toBe(200);
  });

  test('requests without a session are counted by address', async () => {
    const anonymous = () =>
      office.product.app.inject({ url: '/api/installation' }).then(({ statusCode: status }) => ({ status }));
    const found = await statuses(anonymous, 13);
    expect(found.at(-1)).toBe(429);
    expect((await mallory.ask('/api/auth/user')).status).toBe(200);
  });
});

test('an account waits six times as long as its report took, and other accounts do not wait', async () => {
  vi.useFakeTimers();
  const { enter } = openAdmission(Date.now);
  const begun: string[] = [];
  const ask = async (accountId: string, name = accountId) => {
    const request = { method: 'GET', query: {} } as FastifyRequest;
    const leave = await enter(request, reportRows.createReport, { user: { accountId } });
    begun.push(name);
    if (!leave || isRefusal(leave)) throw new Error('no turn');
    return leave;
  };
  const leave = await ask('Mallory', 'first');
  void ask('Mallory', 'second');
  await vi.advanceTimersByTimeAsync(100);
  leave();
  for (const name of ['Ada', 'Grace']) {
    const end = await ask(name);
    end();
  }
  await vi.advanceTimersByTimeAsync(599);
  expect(begun).toEqual(['first', 'Ada', 'Grace']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['first', 'Ada', 'Grace', 'second']);
  vi.useRealTimers();
});
