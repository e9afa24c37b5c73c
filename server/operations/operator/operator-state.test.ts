import { beforeAll, expect, test } from 'vitest';
import type { OperatorState } from '#contract/operations/operator-state.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { newId } from '../../foundation/db/new-id.ts';

const token = 'figures-for-prometheus';

describeOnOneDatabase('the operator’s page', (open) => {
  let at: Office;
  let operator: Desk;
  beforeAll(async () => {
    const settings = { OPERATOR_EMAILS: 'olga@hosting.example', METRICS_TOKEN: token };
    at = await openOffice(await open(), { settings });
    operator = await at.desk({ firstName: 'Olga', lastName: 'Berg', email: 'olga@hosting.example' });
  }, 60_000);

  const state = async () => (await operator.ask<OperatorState>('/api/operator/state')).body;
  const metrics = (authorization?: string) =>
    at.product.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });

  /** Adds a job that was given up, in the form in which pg-boss stores it. */
  async function giveUp(problem: string): Promise<string> {
    const id = newId(at.now());
    const { pool } = at.product.services.database;
    await pool.query(
      `INSERT INTO pgboss.job (id, name, data, output, source_name) VALUES ($1, 'failed-jobs', $2, $3, 'send-mail')`,
      [id, { accountId: id, mailId: id }, { message: problem }],
    );
    return id;
  }

  test('reports each component, the key and the log, without personal data', async () => {
    const ada = await at.desk({ email: 'ada@harbour.example' });
    const found = await state();
    expect(found.components).toMatchObject({ database: 'ok', files: 'ok' });
    expect(found.seal.level).toBe('self-issued');
    expect(Date.parse(found.seal.notAfter)).toBeGreaterThan(at.now());
    expect(found.schema).toMatch(/^\d{4}-.+\.sql$/);
    expect(found.platform.node).toBe(process.version);
    expect(found.platform.database).toMatch(/^\d+/);
    expect(found.roots.map(({ of }) => of)).toEqual(['seal']);
    expect(Date.parse(found.roots[0]!.notAfter)).toBeGreaterThan(Date.parse(found.seal.notAfter));
    expect(found.log.heads.length).toBeLessThanOrEqual(5);
    expect(JSON.stringify(found)).not.toContain('ada@');
    for (const [path, method] of [
      ['/api/operator/state', 'GET'],
      [`/api/operator/jobs/${newId(at.now())}/retry`, 'POST'],
      [`/api/operator/jobs/${newId(at.now())}`, 'DELETE'],
      [`/api/operator/stuck/${newId(at.now())}/retry`, 'POST'],
    ] as const)
      expect((await ada.ask(path, { method })).body, path).toMatchObject({ code: 'not-found' });
  });

  test('lists a failed job with its reason, and can retry or dismiss it', async () => {
    const [again, gone] = [await giveUp('The relay said no.'), await giveUp('It is no use.')];
    const { failed, failedTotal } = await state();
    expect(failedTotal).toBe(2);
    expect(failed.map(({ problem }) => problem).sort()).toEqual(['It is no use.', 'The relay said no.']);
    const act = (method: string, path: string) =>
      operator.ask(`/api/operator/jobs/${path}`, { method } as never);
    expect((await act('DELETE', gone)).status).toBe(204);
    expect((await act('DELETE', gone)).body).toMatchObject({ code: 'not-found' });
    expect((await act('POST', `${again}/retry`)).status).toBe(204);
    expect((await state()).failed).toEqual([]);
  });

  test('metrics require the token, and contain no personal data', async () => {
    expect((await metrics()).statusCode).toBe(401);
    expect((await metrics('Bearer wrong')).statusCode).toBe(401);
    const shown = await metrics(`Bearer ${token}`);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-type']).toContain('text/plain');
    expect(shown.body).toMatch(/^countersign_component_up\{component="files"\} 1$/m);
    expect(shown.body).toMatch(/^countersign_jobs_failed 0$/m);
    expect(shown.body).toMatch(/^countersign_seal_expires_timestamp_seconds \d+/m);
    expect(shown.body).toContain('process_resident_memory_bytes');
    expect(shown.body).not.toContain('@');
    expect(shown.body).toMatch(/^countersign_disk_free_bytes [1-9]\d*$/m);
    expect(shown.body).toMatch(/^countersign_backup_timestamp_seconds 0$/m);
  });

  test('metrics count responses by class and status, their durations, and emails by outcome', async () => {
    const person = await at.desk({ email: 'ada@harbour.example' });
    await person.sent(sampleLease(), [grace]);
    await at.product.app.inject('/api/sign/nothing-of-the-sort');
    at.ports.pdf.memory = () => [
      { work: 'signing', bytes: 60_000_000 },
      { work: 'sealing', bytes: 90_000_000 },
    ];
    const { body } = await metrics(`Bearer ${token}`);
    expect(body).toContain('countersign_pdf_process_memory_bytes{work="sealing",process="2"} 90000000');
    expect(body).toMatch(/^countersign_http_requests_total\{class="app",status="200"\} [1-9]/m);
    expect(body).toMatch(/^countersign_http_requests_total\{class="signing",status="404"\} [1-9]/m);
    expect(body).toMatch(/^countersign_http_request_seconds_bucket\{class="app",le="\+Inf"\} [1-9]/m);
    expect(body).toMatch(/^countersign_mail_attempts_total\{outcome="\w+"\} [1-9]/m);
    for (const secret of [grace.email, person.accountId, 'nothing-of-the-sort', 'Lease'])
      expect(body).not.toContain(secret);
    // A parser of the format must accept every line.
    for (const line of body.split('\n').filter(Boolean))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*\})? (NaN|[+-]?[\d.e+-]+))$/);
  });
});
