import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Answer } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { sealForgotten } from './retry-seal.ts';
import { stuckDocuments } from './stuck-documents.ts';

const missing = missingTools('pdftotext');
if (missing.length > 0) console.warn('reading the certificate aloud skipped, not here: pdftotext');

describeOnOneDatabase('a seal that failed', (open) => {
  test('seals a fully signed document that has no seal job, for example after an account import', async () => {
    const office = await openOffice(await open(), { working: false });
    const ada = await office.desk();
    const { services } = office.product;
    const work = office.product.jobHandlers;
    const sendMail = { 'send-mail': work['send-mail'] };
    await office.product.jobs.work(sendMail);
    const { id } = await ada.sent(sampleLease(1), [grace]);
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await sql`DELETE FROM pgboss.job WHERE name = 'seal-document'`.execute(services.db);
    await sealForgotten(services);
    await office.product.jobs.work({ 'seal-document': work['seal-document'] });
    await office.settled();
    // The job may only be waiting behind other jobs.
    expect((await ada.read(id)).sealing).toBe(true);
    const later = { ...services, clock: () => office.now() + 11 * 60_000 };
    await sealForgotten(later);
    await sealForgotten(later);
    await office.settled();
    expect(await ada.read(id)).toMatchObject({ status: 'completed' });
  });

  test('makes a separate certificate that no job has made, for example after an import', async () => {
    const office = await openOffice(await open(), { working: false });
    const ada = await office.desk();
    const { services, jobHandlers: work, jobs } = office.product;
    await jobs.work({ 'send-mail': work['send-mail'], 'seal-document': work['seal-document'] });
    const { body } = await ada.post<{ id: string }>('/api/documents/send', {
      title: 'Lease',
      file: { name: 'lease.pdf', base64: Buffer.from(sampleLease(1)).toString('base64') },
      recipients: [grace],
      separateCertificate: true,
    });
    await office.settled();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect(await ada.read(body.id)).toMatchObject({ status: 'completed' });
    await sql`DELETE FROM pgboss.job WHERE name = 'seal-files'`.execute(services.db);
    await jobs.work({ 'seal-files': work['seal-files'] });
    await sealForgotten(services);
    await office.settled();
    const sealed = () =>
      services.db.selectFrom('documents').select('sealed_files').where('id', '=', body.id).execute();
    expect(await sealed()).toEqual([{ sealed_files: null }]);
    await sealForgotten({ ...services, clock: () => office.now() + 11 * 60_000 });
    await office.settled();
    expect(await sealed()).toMatchObject([{ sealed_files: [{ id: 'certificate' }] }]);
  });

  longTest(
    'shows the reason, succeeds when Ada retries, and the certificate says who acted and how',
    async () => {
      const opened = await open();
      const office = await openOffice(opened);
      const { files, database } = office.ports;
      const ada = await office.desk();
      const me = { name: 'Ada Moreau', email: 'ada@harbour.example' };
      const people = [grace, { ...hana, accessCode: 'Quay 14' }, me];
      const { id, recipients } = await ada.prepare(sampleLease(1), people, () => []);
      expect((await ada.send(id, { allowDelegation: true })).status).toBe(200);
      await office.settled();

      const reason = 'Linus runs the quay now.';
      expect((await ada.signer(grace.email).delegate({ ...linus, reason })).status).toBe(204);
      await office.settled();
      expect((await ada.signer(linus.email).sign()).status).toBe(200);
      const toHana = ada.signer(hana.email);
      const gate = await toHana.post('/gate', { accessCode: 'quay14' });
      const cookie = String(gate.headers['set-cookie']).split(';')[0]!;
      expect((await toHana.sign({ fields: [] }, { cookie })).status).toBe(200);
      const here = await ada.post<{ url: string }>(
        `/api/documents/${id}/recipients/${recipients[2]!.id}/sign-myself`,
      );

      // The disk fails when the last recipient signs.
      const { put } = files;
      files.put = () => Promise.reject(new Error('ENOSPC: no space left on device, /srv/files'));
      const own = signerOf(office.product.app, here.body.url.split('/').at(-1)!);
      expect((await own.sign()).status).toBe(200);
      const failed = () =>
        expect.poll(async () => (await ada.read(id)).sealProblem ?? '', { timeout: 20_000 }).toMatch(/\.$/);
      await failed();
      const stuck = await ada.read(id);
      expect(stuck).toMatchObject({ status: 'sent', sealing: true, sealedSha256: null });
      expect(stuck.sealProblem).not.toContain('/srv');

      /**
       * Waits until no job is running, and postpones each waiting job (the first or an added one) until
       * tomorrow.
       */
      const putOff = async () => {
        const waiting = async (): Promise<boolean> => {
          const { rows } = await sql<{ state: string }>`UPDATE pgboss.job
            SET start_after = CASE state WHEN 'retry' THEN now() + interval '1 day' ELSE start_after END
          WHERE name = 'seal-document' AND state IN ('created', 'active', 'retry') RETURNING state`.execute(
            database.db,
          );
          return rows.length > 0 && rows.every(({ state }) => state === 'retry');
        };
        await expect.poll(waiting, { timeout: 20_000 }).toBe(true);
      };

      // The operator sees the stuck document without a name and may also retry it. The automatic retry is not
      // due yet.
      await putOff();
      const [listedDocument, ...more] = await stuckDocuments(database.db);
      expect(listedDocument).toMatchObject({
        id,
        accountId: ada.accountId,
        pages: 1,
        problem: stuck.sealProblem,
      });
      expect(more).toEqual([]);
      const command = await stuckCommand(opened.location.databaseUrl, recipients[0]!.id);
      if (command) {
        expect(command.listed).toContain(`${id}  account ${ada.accountId}`);
        expect(command.listed).toContain(stuck.sealProblem);
        expect(command.listed).not.toMatch(/lease|harbour/i);
        expect(command.retried).toContain(`${id}: a worker will retry it`);
        expect(command.other).toContain(`No document ${recipients[0]!.id} is stuck.`);
      }

      // The next automatic attempt is tomorrow, so Ada retries twice now.
      await failed();
      await putOff();
      files.put = put;
      const again = (): Promise<Answer> => ada.post(`/api/documents/${id}/seal`);
      expect((await again()).status).toBeLessThan(300);
      await again();
      await expect.poll(async () => (await ada.read(id)).status, { timeout: 20_000 }).toBe('completed');
      expect((await ada.read(id)).sealProblem).toBeNull();

      if (missing.length > 0) return;
      const { bytes } = await ada.ask(`/api/documents/${id}/download`);
      const text = (await inFile(bytes, pdftotext)).replaceAll(/\s+/g, ' ');
      expect(text).toContain(`Acts for ${grace.name} <${grace.email}>: ${reason}`);
      expect(text).toContain('Identified by email link only');
      expect(text).toContain('Identified by email link, access code from the sender');
      expect(text).toContain('Identified by signed in as the sender');
    },
  );
});

/** Returns the output of `npm run stuck`; undefined on the embedded database, which the server has locked. */
async function stuckCommand(databaseUrl: string | undefined, other: string) {
  if (databaseUrl === undefined) return undefined;
  const folder = temporaryFolder();
  const env = { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_URL: databaseUrl };
  const run = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, ['scripts/stuck.ts', ...args], { env })).stdout;
  const listed = await run();
  return { listed, other: await run('retry', other), retried: await run('retry') };
}
