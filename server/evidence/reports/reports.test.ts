import { beforeAll, expect, test } from 'vitest';
import { planNames } from '#core/plan/plans.ts';
import { readLogProof } from '#core/log/checkpoint.ts';
import { endOfPeriod, startOfPeriod } from '#core/report/schedule.ts';
import type { Report } from '#core/report/report.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import { openPdf } from '#pdf/read/open-pdf.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { checkAuditReport } from '#verify/checks/check-audit-report.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { promiseReports } from './schedule-reports.ts';

let keysOfTheLog: () => Promise<readonly TrustedLogKey[]>;

/** Returns the error codes that the verify page and the command report. */
async function faultsOf(report: Report): Promise<string[]> {
  const logKeys = await keysOfTheLog();
  const bytes = Buffer.from(canonicalJson(report));
  const { checks } = await checkAuditReport(bytes, `Audit report. Digest ${report.digest}`, { logKeys });
  return checks.flatMap(({ findings }) => findings.map(({ code }) => code));
}

describeOnOneDatabase('audit reports', (open) => {
  let at: Office;
  let ada: Desk;
  let signedId: string;
  beforeAll(async () => {
    at = await openOffice(await open());
    keysOfTheLog = () => at.product.services.log.trustedKeys();
    ada = await at.desk();
    signedId = await sent(ada, [grace]);
    await ada.signer(grace.email).sign();
    await at.settled();
    await sent(ada, [linus]);
  }, 60_000);

  async function sent(desk: Desk, people: (typeof grace)[]): Promise<string> {
    const { id } = await desk.sent(sampleLease(), people);
    return id;
  }
  const address = (format: string, more = '') => {
    const [from, to] = [at.now() - 3_600_000, at.now() + 3_600_000].map((ms) => new Date(ms).toISOString());
    return `/api/reports/audit?format=${format}&from=${from}&to=${to}${more}`;
  };
  const reported = async (desk: Desk, more = '') => (await desk.ask<Report>(address('json', more))).body;

  test('accounts on Business have reports, and accounts on Free and Pro see how to get them', async () => {
    for (const plan of planNames) {
      const desk = await at.desk({ plan });
      const answer = await desk.ask(address('json'));
      if (plan === 'business') expect(answer.status).toBe(200);
      else expect(answer.body, plan).toMatchObject({ code: 'plan-without-reports' });
    }
  });

  test('a report contains who did what and how long it took, and can be verified offline', async () => {
    const report = await reported(ada);
    expect(await faultsOf(report)).toEqual([]);
    expect(report.documents).toHaveLength(2);
    const lease = report.documents.find(({ id }) => id === signedId)!;
    expect(lease.trail).toMatchObject({ events: lease.events.length, asRecorded: true });
    const types = lease.events.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types).toEqual(
      expect.arrayContaining(['document_sent', 'mail_accepted', 'document_opened', 'document_signed']),
    );
    expect(lease.steps).toMatchObject([
      { email: grace.email, act: 'signed', durationMs: expect.any(Number) },
    ]);
    lease.events.splice(2, 1);
    expect(await faultsOf(report)).toContain('report-trail-differs');
  });

  test('the log proves the last event of each document, but no events that the database owner chained again', async () => {
    const report = await reported(ada);
    expect(await faultsOf(report)).toEqual([]);
    const heads = report.documents.map(({ logProof }) => readLogProof(logProof ?? '')?.text);
    expect(new Set(heads)).toEqual(new Set([(await at.product.services.log.newest())?.checkpoint]));

    const desk = await at.desk();
    const id = await sent(desk, [linus]);
    const { owner } = at.ports.database;
    await owner.query('ALTER TABLE events DISABLE TRIGGER ALL');
    await owner.query(
      `UPDATE events SET hash = encode(sha256(hash::bytea), 'hex') WHERE document_id = $1
        AND seq = (SELECT max(seq) FROM events WHERE document_id = $1)`,
      [id],
    );
    await owner.query('ALTER TABLE events ENABLE TRIGGER ALL');
    const after = await reported(desk);
    expect(after.documents[0]).toMatchObject({ logProof: null, trail: { asRecorded: false } });
    expect(await faultsOf(after)).toEqual(['report-trail-differs']);
  });

  test('a report about a person contains that person’s events, no values of others, and a chain without gaps', async () => {
    const report = await reported(ada, '&person=grace');
    expect(report.documents.map(({ id }) => id)).toEqual([signedId]);
    const [{ events }] = report.documents as [Report['documents'][number]];
    const left = events.filter(({ asked }) => !asked);
    expect(left.length).toBeGreaterThan(0);
    expect(left.every(({ values }) => Object.keys(values).length === 0)).toBe(true);
    expect(await faultsOf(report)).toEqual([]);
    expect(JSON.stringify(report)).not.toContain(linus.email);
  });

  test('the PDF report is sealed and embeds its JSON data', async () => {
    const { bytes, headers } = await ada.ask(address('pdf', `&document=${signedId}`));
    expect(headers['content-type']).toBe('application/pdf');
    const trust = {
      roots: at.ports.key.chain.slice(-1),
      logKeys: await keysOfTheLog(),
      now: at.now(),
    };
    const verifiedReport = await verifyFile(bytes, trust);
    expect(verifiedReport).toMatchObject({ verdict: 'genuine', audit: { documents: 1 }, story: undefined });
    expect(verifiedReport.checks.map(({ name, result }) => `${name} ${result}`)).toEqual([
      ...['seal holds', 'root holds', 'report holds', 'log holds'],
    ]);
    expect(openPdf(bytes)).toBeDefined();
    expect(bytes.includes('report.json')).toBe(true);
  });

  test('the CSV report contains no formulas', async () => {
    const desk = await at.desk({ firstName: '=HYPERLINK("http://evil.example")', lastName: '' });
    await sent(desk, [{ ...grace, name: '@SUM(A1)' }]);
    const csv = (await desk.ask(address('csv'))).bytes.toString();
    expect(csv).toContain('HYPERLINK');
    expect(csv).not.toMatch(/(^|,|\n)"?[=@+-]/m);
  });

  test('Mallory gets no reports on documents or folders of others, or as a member without access to reports', async () => {
    const mallory = await at.desk();
    expect((await reported(mallory)).documents).toEqual([]);
    expect((await mallory.ask(address('json', `&document=${signedId}`))).body).toMatchObject({
      code: 'not-found',
    });
    const folder = await ada.post<{ id: string }>('/api/folders', { name: 'Leases' });
    expect((await mallory.ask(address('pdf', `&folder=${folder.body.id}`))).body).toMatchObject({
      code: 'not-found',
    });
    expect((await reported(ada, `&folder=${folder.body.id}`)).documents).toEqual([]);
    const { db } = at.product.services;
    await db.updateTable('users').set({ role: 'member' }).where('id', '=', mallory.userId).execute();
    expect((await mallory.ask(address('json'))).body).toMatchObject({ code: 'not-permitted' });
    expect((await ada.ask(address('json').replace(/to=[^&]+/, 'to=2020-01-01'))).body).toMatchObject({
      code: 'report-period-invalid',
    });
  });

  test('a report marks data that the database owner rewrote as altered', async () => {
    const report = await reported(ada, `&document=${signedId}`);
    const { owner } = at.ports.database;
    await owner.query('ALTER TABLE event_values DISABLE TRIGGER ALL');
    await owner.query(`UPDATE event_values SET value = 'Mallory' WHERE document_id = $1 AND name = 'actor'`, [
      signedId,
    ]);
    await owner.query('ALTER TABLE event_values ENABLE TRIGGER ALL');
    const after = await reported(ada, `&document=${signedId}`);
    expect(report.documents[0]!.trail.asRecorded).toBe(true);
    expect(after.documents[0]!.trail.asRecorded).toBe(false);
    expect(await faultsOf(after)).toEqual(['report-trail-differs']);
  });

  test('a weekly report is emailed once to the member who requested it and may still read reports', async () => {
    const { services } = at.product;
    const asker = await at.desk({ email: 'reports@harbour.example' });
    const set = (every: string) => asker.put('/api/reports/schedule', { every });
    expect((await set('week')).body).toEqual({ every: 'week' });
    const mails = () => at.post.to('reports@harbour.example');
    await promiseReports(services);
    await at.settled();
    expect(mails()).toHaveLength(0);
    const week = 7 * 86_400_000;
    const later = { ...services, clock: () => at.now() + week };
    await Promise.all([promiseReports(later), promiseReports(later)]);
    await at.settled();
    expect(mails()).toHaveLength(1);
    expect(mails()[0]!.attachments).toMatchObject([{ mediaType: 'application/pdf' }]);
    await services.db.updateTable('users').set({ role: 'viewer' }).where('id', '=', asker.userId).execute();
    await promiseReports({ ...services, clock: () => at.now() + 2 * week });
    await at.settled();
    expect(mails()).toHaveLength(1);
  });

  test('a server that was down for weeks emails only the most recent week', async () => {
    const { services } = at.product;
    const asker = await at.desk({ email: 'awake@harbour.example' });
    await asker.put('/api/reports/schedule', { every: 'week' });
    const woken = at.now() + 30 * 86_400_000;
    await promiseReports({ ...services, clock: () => woken });
    await at.settled();
    const end = startOfPeriod('week', endOfPeriod('week', woken));
    const { db } = services;
    const rows = db.selectFrom('report_mails').select('period_to').where('account_id', '=', asker.accountId);
    expect(await rows.execute()).toEqual([{ period_to: new Date(end) }]);
    expect(at.post.to('awake@harbour.example')).toHaveLength(1);
  });

  test('scheduled reports of a removed member pass to the heir, unless the heir may not read them', async () => {
    const { services } = at.product;
    const noor = await at.desk({ email: 'noor@haddad.example' });
    const [hana, imre] = [
      await at.colleague(noor, { role: 'admin', email: 'hana@haddad.example' }),
      await at.colleague(noor, { role: 'admin', email: 'imre@haddad.example' }),
    ];
    const schedule = '/api/reports/schedule';
    const set = (by: Desk) => by.put(schedule, { every: 'week' });
    expect((await set(hana)).status).toBe(200);
    expect((await noor.post(`/api/team/members/${hana.userId}/remove`)).status).toBe(204);
    expect((await noor.ask(schedule)).body).toEqual({ every: 'week' });
    await promiseReports({ ...services, clock: () => at.now() + 7 * 86_400_000 });
    await at.settled();
    expect(
      at.post.to('noor@haddad.example').filter(({ attachments }) => attachments.length > 0),
    ).toHaveLength(1);
    expect((await set(imre)).status).toBe(200);
    const path = `/api/team/members/${imre.userId}`;
    expect((await noor.patch(path, { role: 'member' })).status).toBe(204);
    expect((await noor.ask(schedule)).body).toEqual({ every: 'never' });
  });
});
