import { execFile } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { isDeepStrictEqual, promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { MAX_VERIFIED_BYTES } from '#contract/evidence/verification.ts';
import { readTrustedKeys, writeTrustedKeys } from '#core/log/trusted-keys.ts';
import { openOwnAuthority } from '#server/adapters/seal-key/own-authority.ts';
import { withdrawKey } from '#server/adapters/seal-key/manage-authority.ts';
import { serialOf } from '#server/adapters/seal-key/withdrawn.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { addNote, flip } from '#testing/documents/harm-sealed.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import type { Lie } from '#testing/tamper/tampering.ts';
import { tamperings } from '#testing/tamper/tamperings.ts';
import { logProof } from '#testing/tamper/with-key.ts';
import { trustOf } from '#testing/trust-of.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { writeVerifyCommand } from '#testing/verify-command.ts';
import { readRoots } from '#verify/read-roots.ts';
import type { Report } from '#verify/report.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { withInstallation } from '#core/log/with-installation.ts';

describeOnOneDatabase('the verification API', (open) => {
  let office: Office;
  let sealed: Buffer;
  let folder: string;
  beforeAll(async () => {
    office = await openOffice(await open());
    const ada = await office.desk();
    const { id } = await ada.signed(sampleLease(1), [grace]);
    sealed = Buffer.from((await ada.ask(`/api/documents/${id}/download`)).bytes);
    folder = temporaryFolder();
    await writeVerifyCommand(folder);
    writeFileSync(join(folder, 'root.pem'), office.ports.key.rootPem);
    writeFileSync(join(folder, 'log-keys.txt'), (await office.product.app.inject('/api/log/keys')).payload);
  });

  async function byApi(bytes: Uint8Array, type = 'application/pdf', from = '192.0.2.7') {
    const answer = await office.product.app.inject({
      method: 'POST',
      url: '/api/verify',
      payload: Buffer.from(bytes),
      remoteAddress: from,
      headers: { 'content-type': type },
    });
    return { status: answer.statusCode, body: answer.json<Report & { type: string }>() };
  }

  async function byCommand(bytes: Uint8Array, ...more: string[]): Promise<unknown> {
    writeFileSync(join(folder, 'file.pdf'), bytes);
    const trusted = ['--root', 'root.pem', '--log-key', 'log-keys.txt'];
    const given = ['countersign-verify.mjs', 'file.pdf', ...trusted, '--json', ...more];
    const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    return JSON.parse(stdout);
  }

  test('returns the same report as the page and the command for every file', async () => {
    const files: [string, Uint8Array][] = [
      ['genuine', sealed],
      ['changed', flip(sealed, 'MediaBox [0 0')],
      ['changed', Buffer.concat([sealed, Buffer.from('\n% Mallory was here\n')])],
      ['changed', addNote(sealed)],
      ['changed', sealed.subarray(0, -2000)],
      ['no-seal', sampleLease(1)],
      ['not-a-pdf', Buffer.from('Mallory')],
    ];
    for (const [verdict, bytes] of files) {
      const { status, body } = await byApi(bytes);
      expect([status, body.verdict]).toEqual([200, verdict]);
      const { installation, ...report } = body;
      expect(report).toEqual(JSON.parse(JSON.stringify(await verifyFile(bytes, await trustOf(office)))));
      expect(report).toEqual(await byCommand(bytes));
      const known = { knowsDocument: true, knowsLastEvent: true };
      expect(installation).toEqual(report.story && known);
    }
  });

  longTest('reports the sequence numbers of a document that was delegated', async () => {
    const ada = await office.desk();
    const { id } = await ada.prepare(sampleLease(1), [
      { ...grace, order: 2 },
      { ...linus, order: 1 },
    ]);
    expect((await ada.send(id)).status).toBe(200);
    for (const { email } of [linus, grace]) {
      await office.settled();
      expect((await ada.signer(email).sign()).status).toBe(200);
    }
    await office.settled();
    const { bytes } = await ada.ask(`/api/documents/${id}/download`);
    const { body } = await byApi(bytes, 'application/pdf', '192.0.2.8');
    expect(body.story?.parties.map(({ name, order }) => [name, order])).toEqual([
      [linus.name, 1],
      [grace.name, 2],
    ]);
    const simultaneous = await byApi(sealed, 'application/pdf', '192.0.2.9');
    expect(simultaneous.body.story?.parties[0]).not.toHaveProperty('order');
  });

  if (longRun)
    test('detects each altered file exactly as the core does', { timeout: 600_000 }, async () => {
      const [key, at] = [await makeSealChain(), Date.UTC(2026, 10, 20, 13, 30, 0)];
      const seal = async (lie: Lie = {}) =>
        sealedLease({ key, at, tokenBytes: 2000, logProofs: [await logProof()], ...lie });
      const untouched = await seal();
      const otherwise: string[] = [];
      for (const [index, { family, name, make }] of tamperings.entries()) {
        const file = await make({ sealed: untouched, sealAgain: (lie) => sealedLease({ key, at, ...lie }) });
        // Each request uses a different IP address because of the rate limit.
        const { body } = await byApi(file, 'application/pdf', `192.0.2.${index % 250}`);
        const trust = await trustOf(office);
        const report = await verifyFile(file, trust);
        const unknown = { knowsDocument: false, knowsLastEvent: false };
        const core = report.story ? withInstallation(report, unknown, trust.logKeys!) : report;
        if (!isDeepStrictEqual(body, JSON.parse(JSON.stringify(core))))
          otherwise.push(`${family}: ${name}: ${JSON.stringify(body).slice(0, 200)}`);
      }
      expect(otherwise).toEqual([]);
    });

  test('does not store the file', async () => {
    const kept = async (): Promise<string[]> => {
      const names: string[] = [];
      for await (const name of office.ports.files.putBefore(Infinity)) names.push(name);
      return names;
    };
    const before = await kept();
    await byApi(addNote(sealed));
    expect(await kept()).toEqual(before);
  });

  test('accepts only PDF files within the size limit', async () => {
    expect((await byApi(Buffer.from('{}'), 'application/json')).status).toBeGreaterThanOrEqual(400);
    expect((await byApi(Buffer.alloc(0))).body).toMatchObject({ code: 'upload-missing' });
    expect((await byApi(Buffer.alloc(MAX_VERIFIED_BYTES + 1))).status).toBe(413);
  });

  test.each([
    ['IPv4', '192.0.2.99'],
    ['IPv4-mapped IPv6', '::ffff:192.0.2.98'],
    ['IPv6', '2001:db8::99'],
  ])('Mallory’s endless uploads from %s do not stop others from verifying', async (_, remoteAddress) => {
    const endless = Array.from({ length: 4 }, () => new PassThrough());
    const begun = endless.map((payload) =>
      office.product.app.inject({
        method: 'POST',
        url: '/api/verify',
        payload,
        remoteAddress,
        headers: { 'content-type': 'application/pdf' },
      }),
    );
    expect((await Promise.race(begun)).statusCode).toBe(429);
    expect((await byApi(sealed, 'application/pdf', '192.0.2.9')).status).toBe(200);
    for (const payload of endless) payload.end();
    const answers = (await Promise.all(begun)).map(({ statusCode }) => statusCode);
    expect(answers.filter((status) => status === 429)).toHaveLength(2);
  });

  test('Mallory cannot block others by announcing large bodies from many addresses and sending nothing', async () => {
    const endless = Array.from({ length: 12 }, () => new PassThrough());
    const begun = endless.map((payload, at) =>
      office.product.app.inject({
        method: 'POST',
        url: '/api/verify',
        payload,
        remoteAddress: `198.51.100.${at}`,
        headers: { 'content-type': 'application/pdf' },
      }),
    );
    expect((await Promise.race(begun)).statusCode).toBe(429);
    office.wait(11_000);
    expect((await byApi(sealed, 'application/pdf', '192.0.2.10')).status).toBe(200);
    for (const payload of endless) payload.end();
    await Promise.allSettled(begun);
  });

  longTest(
    'a program with a key verifies three hundred files in a row, and an invalid key is refused',
    async () => {
      const owner = await office.desk();
      const made = await owner.post<{ secret: string }>('/api/keys', {
        name: 'Archive',
        mode: 'live',
        scopes: ['documents:read'],
      });
      const ask = async (secret: string): Promise<number> =>
        (
          await office.product.app.inject({
            method: 'POST',
            url: '/api/verify',
            payload: Buffer.from('no file'),
            remoteAddress: '192.0.2.77',
            headers: { 'content-type': 'application/pdf', authorization: `Bearer ${secret}` },
          })
        ).statusCode;
      const statuses = new Set<number>();
      for (let count = 0; count < 300; count += 1) statuses.add(await ask(made.body.secret));
      expect([...statuses]).not.toContain(429);
      expect(await ask('csk_live_none')).toBe(401);
    },
  );

  test('limits a sender of many files, but no one else', async () => {
    let status = 200;
    for (let count = 0; count < 70 && status === 200; count += 1)
      ({ status } = await byApi(Buffer.from('Mallory'), 'application/pdf', '192.0.2.66'));
    expect(status).toBe(429);
    expect((await byApi(sealed, 'application/pdf', '192.0.2.8')).status).toBe(200);
  });

  longTest('accepts seals under an earlier root and log only if the operator configures them', async () => {
    const before = await openOffice(await open(), { ports: { key: await ownKey() } });
    const desk = await before.desk();
    const { id } = await desk.signed(sampleLease(1), [grace]);
    const file = Buffer.from((await desk.ask(`/api/documents/${id}/download`)).bytes);
    expect((await byApi(file)).body.verdict).toBe('unknown-root');
    const ports = { key: { ...office.ports.key, earlierRoots: [before.ports.key.chain.at(-1)!] } };
    const vouching = await openOffice(await open(), { ports });
    const ask = async () =>
      (
        await vouching.product.app.inject({
          method: 'POST',
          url: '/api/verify',
          payload: file,
          headers: { 'content-type': 'application/pdf' },
        })
      ).json<Report>();
    expect(await ask()).toMatchObject({ verdict: 'unknown-log' });
    const served = async (url: string) => (await vouching.product.app.inject(url)).payload;
    const [key] = readTrustedKeys((await before.product.app.inject('/api/log/keys')).payload)!;
    await served('/api/log/keys');
    appendFileSync(
      join(vouching.product.services.config.dataDir, 'keys', 'log-keys'),
      writeTrustedKeys([{ key: key!.key }]),
    );
    const { installation, ...report } = await ask();
    expect([report.verdict, installation]).toEqual([
      'genuine',
      { knowsDocument: false, knowsLastEvent: false },
    ]);
    // The page and the command use the roots and keys that the server publishes.
    const [roots, logKeys] = [
      readRoots(await served('/api/seal/root.pem')),
      readTrustedKeys(await served('/api/log/keys')),
    ];
    const ownReport = await verifyFile(file, { roots, logKeys, timestampRoots: [], now: vouching.now() });
    expect(report).toEqual(JSON.parse(JSON.stringify(ownReport)));
  });

  longTest('reports a seal by a stolen key as revoked once the operator has revoked it', async () => {
    const { key } = office.ports;
    const forged = await sealedLease({ key, at: office.now() });
    expect((await byApi(forged)).body.verdict).toBe('unknown-log');
    const stolen = { serial: serialOf(key.chain[0]!), since: office.now() - 86_400_000 };
    await withdrawKey(office.product.services.config.dataDir, office.now(), stolen);
    const { installation, ...body } = (await byApi(forged)).body;
    expect(installation).toEqual({ knowsDocument: false, knowsLastEvent: false });
    expect(body.verdict).toBe('unknown-root');
    expect(body.checks.find(({ name }) => name === 'root')).toMatchObject({
      result: 'fails',
      findings: [{ code: 'seal-withdrawn' }],
    });
    // The command needs the installation's revocation list to detect this.
    const { rawPayload: list } = await office.product.app.inject('/api/seal/root.crl');
    writeFileSync(join(folder, 'root.crl'), list);
    expect(await byCommand(forged, '--list', 'root.crl')).toEqual(body);
    const pem = `-----BEGIN X509 CRL-----\n${list.toString('base64')}\n-----END X509 CRL-----\n`;
    writeFileSync(join(folder, 'root.crl.pem'), pem);
    expect(await byCommand(forged, '--list', 'root.crl.pem')).toEqual(body);
    expect(await byCommand(forged)).toMatchObject({ verdict: 'unknown-log' });
    await expect(byCommand(forged, '--list', 'root.pem')).rejects.toThrow();
  });
});

async function ownKey() {
  const key = await openOwnAuthority(temporaryFolder(), Date.now());
  if ('problem' in key) throw new Error(key.problem);
  return key;
}
