import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { issueCertificate } from '#pdf/sign/issue-certificate.ts';
import { longRun } from '#testing/long-run.ts';
import { missingTools, runTool } from '#testing/judges/run-tool.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { makeRoot } from './authority-file.ts';
import { openPkcs11 } from './pkcs11.ts';
import { describeSealKey } from './seal-key.suite.ts';
import { writePem } from '../pem.ts';

const module = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so'].find(
  existsSync,
);
const missing = missingTools('pkcs11-tool', 'softhsm2-util');
const isHere = module !== undefined && missing.length === 0;
if (longRun && !isHere) console.warn('a key in a module skipped, not here: SoftHSM, or pkcs11-tool');

/** Uses SoftHSM, a software module with the PKCS #11 interface. */
describe.skipIf(!longRun || !isHere)('a key used through PKCS #11', () => {
  let folder: string;
  const before = process.env['SOFTHSM2_CONF'];
  beforeAll(async () => {
    folder = temporaryFolder();
    await mkdir(join(folder, 'tokens'));
    await writeFile(join(folder, 'softhsm2.conf'), `directories.tokendir = ${join(folder, 'tokens')}\n`);
    process.env['SOFTHSM2_CONF'] = join(folder, 'softhsm2.conf');
    await runTool('softhsm2-util', [
      '--init-token',
      '--free',
      '--label',
      'seal',
      '--so-pin',
      '1234',
      '--pin',
      '5678',
    ]);
    await makeKey('01', 'EC:prime256v1');
    await makeKey('02', 'rsa:3072');
  });
  afterAll(() => {
    if (before === undefined) delete process.env['SOFTHSM2_CONF'];
    else process.env['SOFTHSM2_CONF'] = before;
  });

  const tool = (...given: string[]) =>
    runTool('pkcs11-tool', [
      '--module',
      module!,
      '--token-label',
      'seal',
      '--login',
      '--pin',
      '5678',
      ...given,
    ]);

  async function makeKey(id: string, kind: string): Promise<void> {
    await tool('--keypairgen', '--key-type', kind, '--id', id, '--label', 'seal', '--usage-sign');
    await tool('--read-object', '--type', 'pubkey', '--id', id, '-o', join(folder, `${id}.der`));
    const publicKey = createPublicKey({
      key: await readFile(join(folder, `${id}.der`)),
      format: 'der',
      type: 'spki',
    });
    const now = Date.now();
    const { root, rootKey } = await makeRoot(now);
    const subject = { organization: 'Harbour', commonName: 'Harbour Document Seal' };
    const life = { notBefore: now - 3_600_000, notAfter: now + 86_400_000 };
    const leaf = await issueCertificate({
      subject,
      publicKey,
      role: 'seal',
      issuerKey: rootKey,
      issuer: root,
      ...life,
    });
    await writeFile(join(folder, `${id}.pem`), writePem('CERTIFICATE', root) + writePem('CERTIFICATE', leaf));
  }

  const open = (key: string, pin = '5678') =>
    openPkcs11(
      { module: module!, token: 'seal', key, pin, certificates: join(folder, `${key}.pem`) },
      Date.now(),
    );

  describeSealKey('PKCS #11, P-256', () => open('01'));
  describeSealKey('PKCS #11, RSA-3072', () => open('02'));

  test('a wrong PIN and a missing key are each reported in a sentence', async () => {
    expect(await open('01', '0000')).toMatchObject({
      problem: expect.stringContaining('SEAL_PKCS11_MODULE'),
    });
    await writeFile(join(folder, '09.pem'), await readFile(join(folder, '01.pem')));
    expect(await open('09')).toMatchObject({ problem: expect.stringContaining('SEAL_PKCS11_MODULE') });
  });
});

/** Uses a fake pkcs11-tool that prints the same messages. */
describe('a PKCS #11 module at server startup', () => {
  const path = process.env['PATH'];
  afterEach(() => {
    process.env['PATH'] = path;
  });

  test.each([
    ['whose device is disconnected', 'echo "rv = CKR_DEVICE_REMOVED (0x32)" >&2; exit 1', true],
    ['that does not respond', 'kill -TERM $$', true],
    ['that gets a wrong PIN', 'echo "rv = CKR_PIN_INCORRECT (0xa0)" >&2; exit 1', false],
  ])('a module %s is reported', async (_, script, passing) => {
    const folder = temporaryFolder();
    const tool = join(folder, 'pkcs11-tool');
    await writeFile(tool, `#!/bin/sh\n${script}\n`);
    await chmod(tool, 0o755);
    process.env['PATH'] = `${folder}${delimiter}${path}`;
    const { root } = await makeRoot(Date.now());
    const certificates = join(folder, 'seal.pem');
    await writeFile(certificates, writePem('CERTIFICATE', root));
    const source = { module: 'any.so', token: 'seal', key: '01', pin: '5678', certificates };
    expect(await openPkcs11(source, Date.now())).toMatchObject({
      problem: expect.stringContaining('SEAL_PKCS11_MODULE'),
      passing,
    });
  });
});
