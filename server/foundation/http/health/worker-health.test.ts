import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { openWorkerHealth, type WorkerHealth } from './worker-health.ts';

const token = 'figures-for-prometheus';

describeOnOneDatabase('a worker-only process', (open) => {
  let at: Office;
  let health: WorkerHealth;
  beforeAll(async () => {
    at = await openOffice(await open(), { settings: { METRICS_TOKEN: token } });
    health = await openWorkerHealth(at.product.app, { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => health.close());

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${health.port}${path}`, { headers });
    return { status: answer.status, body: await answer.text() };
  };

  test('serves only health and metrics', async () => {
    expect(await ask('/api/health')).toEqual({ status: 200, body: '{"status":"ok"}' });
    expect(JSON.parse((await ask('/api/ready')).body)).toMatchObject({ components: { jobs: 'ok' } });
    expect((await ask('/metrics')).status).toBe(401);
    expect((await ask('/metrics', { authorization: `Bearer ${token}` })).body).toContain(
      'countersign_jobs_due',
    );
    for (const path of ['/', '/api/documents', '/api/openapi.json', '/api/operator/state'])
      expect((await ask(path)).status, path).toBe(404);
  });

  test('announces its shutdown and keeps responding (F-23)', async () => {
    at.product.drain();
    const ready = await ask('/api/ready');
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.body)).toMatchObject({ status: 'not ready', stopping: true });
    expect((await ask('/api/health')).status).toBe(200);
    const answer = await at.product.app.inject('/api/auth/user');
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['connection']).toBe('close');
    await at.close();
    expect((await ask('/api/ready')).status).toBe(503);
  });
});
