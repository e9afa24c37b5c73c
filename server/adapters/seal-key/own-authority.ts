import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { issueCertificate, type Subject } from '#pdf/sign/issue-certificate.ts';
import { issueCrl } from '#pdf/sign/issue-crl.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
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
export async function openOwnAuthority(
  dataDir: string,
  now: number,
  operator: Operator = nobody,
): Promise<SealKey | SealKeyProblem> {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'seal.pem');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const stored =
      (await readIfThere(path)) ?? (await createOnce(path, await makeAuthority(now, operator), 0o600));
    const renamed = await nameAnew(stored, operator, now);
    if (renamed !== undefined) await replaceFile(path, renamed, 0o600);
    const key = readAuthority(renamed ?? stored, now);
    if (!('problem' in key)) await replaceFile(join(folder, 'root.pem'), key.rootPem, 0o644);
    return key;
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { problem: `DATA_DIR cannot hold the seal key: ${error.message}.` };
  }
}

/** Whoever runs this installation, as the certificate of its seal names them. */
export type Operator = {
  name: string | undefined;
  /** Two letters (ISO 3166-1). */
  country: string | undefined;
  /** Of the address under which the installation is reached. */
  host: string | undefined;
};

const nobody: Operator = { name: undefined, country: undefined, host: undefined };

/** X.520 takes so many letters of each. */
const longest = 64;

/** The subject of the sealing certificate. The mark is that of the authority. */
function sealSubject({ name, country, host }: Operator, mark: string): Subject {
  const seal = ` Document Seal ${mark}`;
  return {
    ...(country !== undefined && { country }),
    organization: (name ?? 'Countersign').slice(0, longest),
    ...(host !== undefined && { unit: host.slice(0, longest) }),
    commonName: `${(name ?? 'Countersign').slice(0, longest - seal.length)}${seal}`,
  };
}

/**
 * The same authority with a new certificate for the same sealing key, when the operator goes by another name than the one in it;
 * undefined when nothing changes. What was sealed before carries the earlier certificate, under the same root.
 */
async function nameAnew(pem: string, operator: Operator, now: number): Promise<string | undefined> {
  const [certificate, root] = readPem('CERTIFICATE', pem);
  const [key, rootKeyPem] = readPem('PRIVATE KEY', pem);
  if (certificate === undefined || root === undefined || key === undefined || rootKeyPem === undefined)
    return undefined;
  const subject = describeCertificate(certificate, 'self-issued')?.subject;
  const [privateKey, issuerKey] = [readKey(key), readKey(rootKeyPem)];
  if (subject === undefined || privateKey === undefined || issuerKey === undefined) return undefined;
  const wanted = sealSubject(operator, subject.split(' ').at(-1) ?? '');
  const named = `${wanted.country === undefined ? '' : `C=${wanted.country}, `}O=${wanted.organization}, `;
  if (subject.startsWith(named)) return undefined;
  const { notAfter } = readCertificate(root);
  const renewed = await issueCertificate({
    ...{ subject: wanted, publicKey: createPublicKey(privateKey), role: 'seal', issuerKey, issuer: root },
    ...{ notBefore: now - SKEW_MS, notAfter },
  });
  return [
    privateKey.export({ type: 'pkcs8', format: 'pem' }),
    writePem('CERTIFICATE', renewed),
    issuerKey.export({ type: 'pkcs8', format: 'pem' }),
    writePem('CERTIFICATE', root),
  ].join('');
}

async function makeAuthority(now: number, operator: Operator): Promise<string> {
  const [root, seal] = [makeKeyPair(), makeKeyPair()];
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + LIFE_YEARS);
  const life = { notBefore: now - SKEW_MS, notAfter: end.getTime() };
  // Two installations must not share a name, or a trust store could take one root for the other.
  const mark = randomBytes(4).toString('hex');
  const rootCertificate = await issueCertificate({
    ...life,
    subject: { organization: 'Countersign', commonName: `Countersign Root ${mark}` },
    publicKey: root.publicKey,
    role: 'root',
    issuerKey: root.privateKey,
  });
  const certificate = await issueCertificate({
    ...life,
    subject: sealSubject(operator, mark),
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
