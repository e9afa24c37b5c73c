import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { issueCertificate } from '#pdf/sign/issue-certificate.ts';
import { issueCrl } from '#pdf/sign/issue-crl.ts';
import type { SealKey, SealKeyProblem } from '../../ports/seal-key.ts';
import { describeCertificate } from './describe-certificate.ts';
import { readPem, writePem } from '../pem.ts';
import { createOnce, replaceFile } from './write-durably.ts';

/** Sealing ends with the root, so that a reader never meets a seal whose certificate ended before its root. */
const LIFE_YEARS = 20;

/** Clocks of readers may be behind ours. */
const SKEW_MS = 3_600_000;

/**
 * The installation's own authority in DATA_DIR/keys. At first boot it makes a root and a sealing certificate
 * (both P-256); the two keys and certificates are one file, `seal.pem`, so that they can never be half there.
 * `root.pem` beside it is the root certificate alone, to hand out. `now` is ms UTC.
 *
 * Several processes may start at once: the first complete file wins, and all use it.
 */
export async function openOwnAuthority(dataDir: string, now: number): Promise<SealKey | SealKeyProblem> {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'seal.pem');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const stored = (await readIfThere(path)) ?? (await createOnce(path, await makeAuthority(now), 0o600));
    const key = readAuthority(stored, now);
    if (!('problem' in key)) await replaceFile(join(folder, 'root.pem'), key.rootPem, 0o644);
    return key;
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { problem: `DATA_DIR cannot hold the seal key: ${error.message}.` };
  }
}

async function makeAuthority(now: number): Promise<string> {
  const [root, seal] = [makeKeyPair(), makeKeyPair()];
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + LIFE_YEARS);
  const life = { notBefore: now - SKEW_MS, notAfter: end.getTime() };
  // Two installations must not share a name, or a trust store could take one root for the other.
  const mark = randomBytes(4).toString('hex');
  const name = (commonName: string) => ({ organization: 'Countersign', commonName: `${commonName} ${mark}` });
  const rootCertificate = await issueCertificate({
    ...life,
    subject: name('Countersign Root'),
    publicKey: root.publicKey,
    role: 'root',
    issuerKey: root.privateKey,
  });
  const certificate = await issueCertificate({
    ...life,
    subject: name('Countersign Document Seal'),
    publicKey: seal.publicKey,
    role: 'seal',
    issuerKey: root.privateKey,
    issuer: rootCertificate,
  });
  return [
    seal.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    writePem('CERTIFICATE', certificate),
    root.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    writePem('CERTIFICATE', rootCertificate),
  ].join('');
}

function readAuthority(pem: string, now: number): SealKey | SealKeyProblem {
  const [certificate, root] = readPem('CERTIFICATE', pem);
  const [key, rootKeyPem] = readPem('PRIVATE KEY', pem);
  const damaged = { problem: 'DATA_DIR holds a damaged seal key (keys/seal.pem): restore it from a backup.' };
  if (certificate === undefined || root === undefined || key === undefined) return damaged;
  const privateKey = readKey(key);
  const rootKey = rootKeyPem && readKey(rootKeyPem);
  const described = describeCertificate(certificate, 'self-issued');
  if (privateKey === undefined || described === undefined) return damaged;
  if (described.notAfter < now) return { problem: 'The seal key in DATA_DIR (keys/seal.pem) has expired.' };
  return {
    chain: [certificate, root],
    algorithm: 'ecdsa-p256-sha256',
    sign: (bytes) => promisify(sign)('sha256', bytes, privateKey),
    rootPem: writePem('CERTIFICATE', root),
    describe: () => described,
    ...(rootKey && { lists: (now: number) => nothingWithdrawn(root, rootKey, now) }),
  };
}

/** Long enough for readers whose clock, or whose copy of it, is a while behind. */
const LIST_DAYS = 30;

/** Of this authority nothing was ever withdrawn: it has one certificate, and with its key another authority begins. */
async function nothingWithdrawn(root: Uint8Array, key: KeyObject, now: number): Promise<Uint8Array[]> {
  const life = { thisUpdate: now - SKEW_MS, nextUpdate: now + LIST_DAYS * 86_400_000 };
  return [await issueCrl({ issuer: root, issuerKey: key, ...life })];
}

function makeKeyPair(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function readKey(der: Uint8Array): KeyObject | undefined {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  } catch {
    return undefined;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isFileError(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
