import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { writeLogProof } from '#core/log/checkpoint.ts';
import { readTrustedKeys } from '#core/log/trusted-keys.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { writeVerifyCommand } from '#testing/verify-command.ts';
import { readRoots } from '#verify/read-roots.ts';
import type { Report } from '#verify/report.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { withInstallation } from '#core/log/with-installation.ts';

/**
 * Mallory has stolen the key and the root of Ada's installation, and runs a server with her own folder,
 * database and log.
 */
describeOnOneDatabase('a stolen sealing key', (open) => {
  let victim: Office;
  let thief: Office;
  let forged: Uint8Array;
  let genuine: Uint8Array;
  let folder: string;
  beforeAll(async () => {
    victim = await openOffice(await open());
    thief = await openOffice(await open(), { ports: { key: victim.ports.key } });
    genuine = await sealedAt(await victim.desk());
    forged = await sealedAt(await thief.desk({ email: 'mallory@quill.example' }));
    folder = temporaryFolder();
    await writeVerifyCommand(folder);
    writeFileSync(join(folder, 'root.pem'), await served('/api/seal/root.pem'));
    writeFileSync(join(folder, 'log-keys.txt'), await served('/api/log/keys'));
  });

  const served = async (url: string): Promise<string> => (await victim.product.app.inject(url)).payload;

  async function sealedAt(desk: Desk): Promise<Uint8Array> {
    const { id } = await desk.signed(sampleLease(1), [grace]);
    return (await desk.ask(`/api/documents/${id}/download`)).bytes;
  }

  async function byApi(bytes: Uint8Array): Promise<Report> {
    const ask = { method: 'POST', url: '/api/verify', payload: Buffer.from(bytes) } as const;
    const headers = { 'content-type': 'application/pdf' };
    return (await victim.product.app.inject({ ...ask, headers })).json<Report>();
  }

  async function byCommand(bytes: Uint8Array, ...given: string[]): Promise<{ exit: number; said: string }> {
    writeFileSync(join(folder, 'file.pdf'), bytes);
    const call = ['countersign-verify.mjs', 'file.pdf', '--root', 'root.pem', ...given];
    return promisify(execFile)(process.execPath, call, { cwd: folder }).then(
      ({ stdout }) => ({ exit: 0, said: stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ exit: code, said: stdout }),
    );
  }

  async function byScript(bytes: Uint8Array, ...given: string[]): Promise<{ exit: number; said: string }> {
    writeFileSync(join(folder, 'file.pdf'), bytes);
    const call = [resolve('docs/check.mjs'), 'file.pdf', 'root.pem', ...given];
    return promisify(execFile)(process.execPath, call, { cwd: folder }).then(
      ({ stdout }) => ({ exit: 0, said: stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ exit: code, said: stdout }),
    );
  }

  /** A saved verify page has only the roots and keys embedded in it, and makes no requests. */
  async function byKeptPage(bytes: Uint8Array): Promise<Report> {
    const roots = readRoots(await served('/api/seal/root.pem'));
    const logKeys = readTrustedKeys(await served('/api/log/keys'));
    return verifyFile(bytes, { roots, logKeys, now: victim.now() });
  }

  async function byPage(bytes: Uint8Array): Promise<Report> {
    const report = await byKeptPage(bytes);
    const { chainStart, chainHead } = report.story!;
    const known = async (hash: string): Promise<boolean> =>
      (JSON.parse(await served(`/api/log/events/${hash}`)) as { known: boolean }).known;
    const installation = {
      knowsDocument: await known(chainStart),
      knowsLastEvent: await known(chainHead),
    };
    return withInstallation(report, installation, readTrustedKeys(await served('/api/log/keys'))!);
  }

  const codes = ({ checks }: Report): string[] =>
    checks.flatMap(({ findings }) => findings.map(({ code }) => code));

  test('a stolen key makes no genuine seals, the report says why, and the victim’s own seals remain genuine', async () => {
    const judged = [await byApi(forged), await byPage(forged), await byKeptPage(forged)];
    for (const report of judged) {
      expect(report.verdict).toBe('unknown-log');
      expect(codes(report)).toContain('log-unknown');
    }
    expect(judged[0]!.installation).toEqual({ knowsDocument: false, knowsLastEvent: false });
    expect(await byCommand(forged, '--log-key', 'log-keys.txt')).toEqual({
      exit: 2,
      said: expect.stringContaining('from a log that does not belong to this installation'),
    });
    for (const judge of [byApi, byPage, byKeptPage]) expect((await judge(genuine)).verdict).toBe('genuine');
    expect((await byApi(genuine)).installation).toEqual({ knowsDocument: true, knowsLastEvent: true });
    expect((await byCommand(genuine, '--log-key', 'log-keys.txt')).exit).toBe(0);
  });

  longTest('omitting the proof does not help the thief, whatever time the seal claims', async () => {
    const { key } = victim.ports;
    const before = victim.now() - 1000;
    for (const at of [before, victim.now()]) {
      const file = await sealedLease({ key, at });
      for (const judge of [byApi, byPage, byKeptPage]) {
        const report = await judge(file);
        expect(report.verdict).toBe('unknown-log');
        expect(codes(report)).toContain('log-proof-missing');
      }
      expect((await byCommand(file, '--log-key', 'log-keys.txt')).exit).toBe(2);
    }
  });

  longTest(
    'another file’s proof, or a forged head that names the victim’s key, does not help the thief',
    async () => {
      const { key } = victim.ports;
      const { log } = victim.product.services;
      const [trusted] = await log.trustedKeys();
      const newest = (await log.newest())!;
      const foreign = (await log.proofOf((await byApi(genuine)).story!.chainHead))!;
      const forgedHead = writeLogProof(trusted!.key, { index: 0, hashes: [] }, newest.checkpoint);
      for (const proof of [foreign, forgedHead]) {
        const file = await sealedLease({ key, at: victim.now(), logProofs: [proof] });
        for (const judge of [byApi, byPage, byKeptPage])
          expect((await judge(file)).verdict).toBe('contradicts');
        expect((await byCommand(file, '--log-key', 'log-keys.txt')).exit).toBe(1);
      }
    },
  );

  longTest(
    'the page and the API report the document as unknown to the installation even if the log key was stolen too',
    async () => {
      const { key, logSigner } = victim.ports;
      if (!logSigner || 'problem' in logSigner) throw new Error('There is no log key.');
      // Mallory's folder has no stored head yet.
      let head: string | undefined;
      const stolen = {
        ...logSigner,
        keptHead: async () => head,
        keepHead: async (checkpoint: string) => void (head = checkpoint),
      };
      const both = await openOffice(await open(), { ports: { key, logSigner: stolen } });
      const file = await sealedAt(await both.desk({ email: 'mallory@quill.example' }));
      for (const judge of [byApi, byPage]) {
        const report = await judge(file);
        expect(report.verdict).toBe('unknown-log');
        expect(codes(report)).toEqual(['event-unknown-here']);
      }
    },
  );

  test('the report names another signer who sealed the file again', async () => {
    const mallory = await makeSealChain({ organization: 'Quill' });
    // Removes the last revision of the file, which is the seal.
    const bare = genuine.subarray(0, Buffer.from(genuine).lastIndexOf('%%EOF', genuine.length - 10) + 6);
    const reason = /Sealed after all[^)]+/.exec(Buffer.from(genuine).toString('latin1'))![0];
    const file = await sealPdf({ pdf: bare, key: mallory, at: victim.now(), name: 'Quill', reason });
    for (const roots of [readRoots(await served('/api/seal/root.pem')), [mallory.root]]) {
      const report = await verifyFile(file, { roots, now: victim.now() });
      expect(report.verdict).toBe('contradicts');
      expect(report.checks.find(({ name }) => name === 'certificate')?.findings).toEqual([
        { code: 'sealed-again-by', name: expect.stringContaining('O=Quill') },
      ]);
    }
  });

  longTest('the documented script checks the log with the given keys', async () => {
    const { key } = victim.ports;
    const { log } = victim.product.services;
    const foreign = (await log.proofOf((await byApi(genuine)).story!.chainHead))!;
    const withForeign = await sealedLease({ key, at: victim.now(), logProofs: [foreign] });
    const without = await sealedLease({ key, at: victim.now() });
    const files: [Uint8Array, number, string][] = [
      [genuine, 0, 'The log confirms it.'],
      [forged, 2, 'NOT CONFIRMED: its proof is under another log'],
      [without, 2, 'NOT CONFIRMED: the file has no proof of the log.'],
      [withForeign, 1, 'NOT GENUINE: the proof of the log is for another trail'],
    ];
    for (const [file, exit, said] of files)
      expect(await byScript(file, 'log-keys.txt')).toEqual({ exit, said: expect.stringContaining(said) });
    for (const file of [genuine, forged, without])
      expect(await byScript(file)).toEqual({
        exit: 0,
        said: expect.stringContaining('No log key was given, so the log was not checked.'),
      });
  });

  test('without a log key, the command reports that it could not check the log', async () => {
    const { said } = await byCommand(forged);
    expect(said).toContain('No log key is trusted here, so the log was not checked.');
    const { exit, said: json } = await byCommand(forged, '--log-key', 'root.pem');
    expect({ exit, json }).toEqual({ exit: 2, json: '' });
  });

  longTest('the command reports proofs that are invalid or belong to another log or size', async () => {
    const ask = async (office: Office, size: number): Promise<string> =>
      (await office.product.app.inject(`/api/log/since/${size}`)).payload;
    const { size } = (await byApi(genuine)).log!;
    const given = ['--log-key', 'log-keys.txt', '--log', 'log.json'];
    const answers: [string, number, RegExp][] = [
      [await ask(victim, size), 0, /nothing before it was rewritten/],
      [await ask(thief, size), 2, /is from another log/],
      [await ask(victim, 1), 2, new RegExp(`/api/log/since/${size}`)],
      ['{}', 2, /cannot be read as a response of/],
    ];
    for (const [answer, exit, said] of answers) {
      writeFileSync(join(folder, 'log.json'), answer);
      expect(await byCommand(genuine, ...given)).toEqual({ exit, said: expect.stringMatching(said) });
    }
  });

  test('responses about keys and events reveal nothing else', async () => {
    const { story } = await byApi(genuine);
    expect(JSON.parse(await served(`/api/log/events/${story!.chainHead}`))).toEqual({ known: true });
    expect(JSON.parse(await served(`/api/log/events/${'0'.repeat(64)}`))).toEqual({ known: false });
    expect(await served('/api/log/keys')).toMatch(
      /^\S+\+[0-9a-f]{8}\+\S+ since 1970-01-01T00:00:00\.000Z\n$/,
    );
  });
});
