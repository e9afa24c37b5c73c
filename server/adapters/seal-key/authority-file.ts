import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { issueCertificate, type Subject } from '#pdf/sign/issue-certificate.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { readPem, writePem } from '../pem.ts';
import { describeCertificate } from './describe-certificate.ts';

/** Years until the root expires. No sealing certificate is valid longer than the root. */
const ROOT_YEARS = 20;
/** Years until the sealing key is replaced. Earlier seals remain valid under the same root. */
const SEAL_YEARS = 3;
/** Milliseconds before its expiry at which the key is renewed, if the root key is available. */
const RENEWED_BEFORE = 90 * 86_400_000;

/** Backdates certificates, because the clocks of verifiers may be behind ours. */
const SKEW_MS = 3_600_000;

/** A sealing key with its certificates. The root key is available until the operator moves it offline. */
export type Authority = {
  readonly key: KeyObject;
  readonly certificate: Uint8Array;
  readonly root: Uint8Array;
  readonly rootKey: KeyObject | undefined;
};

/** The operator of this installation, as named in the sealing certificate. */
export type Operator = {
  name: string | undefined;
  /** Two letters (ISO 3166-1). */
  country: string | undefined;
  /** Host name of the installation's URL. */
  host: string | undefined;
  /** URLs of the certificate revocation list and the root certificate. */
  lists?: string;
  issuer?: string;
};

export const nobody: Operator = { name: undefined, country: undefined, host: undefined };

/**
 * Returns undefined if the text is not a complete authority. Earlier versions stored the root key in the same
 * file.
 */
export function readAuthorityFile(pem: string): Authority | undefined {
  const [certificate, root] = readPem('CERTIFICATE', pem);
  const [key, rootKey] = readPem('PRIVATE KEY', pem).map(readKey);
  if (certificate === undefined || root === undefined || key === undefined) return undefined;
  return { key, certificate, root, rootKey };
}

/** Returns the content of `seal.pem`, which never includes the root key. */
export function writeAuthorityFile({ key, certificate, root }: Authority): string {
  return [
    key.export({ type: 'pkcs8', format: 'pem' }),
    writePem('CERTIFICATE', certificate),
    writePem('CERTIFICATE', root),
  ].join('');
}

export async function makeRoot(now: number): Promise<{ root: Uint8Array; rootKey: KeyObject }> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Two installations must not have the same issuer name, or a trust store could confuse their roots.
  const mark = randomBytes(4).toString('hex');
  const root = await issueCertificate({
    notBefore: now - SKEW_MS,
    notAfter: yearsAfter(now, ROOT_YEARS),
    subject: { organization: 'Countersign', commonName: `Countersign Root ${mark}` },
    publicKey: pair.publicKey,
    role: 'root',
    issuerKey: pair.privateKey,
  });
  return { root, rootKey: pair.privateKey };
}

/** Creates a sealing key, or uses the given one, with a new certificate under the same root. */
export async function renewSeal(
  { root, rootKey, key }: { root: Uint8Array; rootKey: KeyObject; key?: KeyObject },
  now: number,
  operator: Operator,
): Promise<Authority> {
  const sealing = key ?? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const certificate = await issueCertificate({
    subject: sealSubject(operator, markOf(root)),
    publicKey: createPublicKey(sealing),
    role: 'seal',
    issuerKey: rootKey,
    issuer: root,
    notBefore: now - SKEW_MS,
    notAfter: Math.min(yearsAfter(now, SEAL_YEARS), readCertificate(root).notAfter),
    ...(operator.lists !== undefined && { listsAt: operator.lists }),
    ...(operator.issuer !== undefined && { issuerAt: operator.issuer }),
  });
  return { key: sealing, certificate, root, rootKey };
}

/**
 * Renews the certificate of the same key if the operator's name changed, or the key itself if it expires
 * soon. Returns undefined if nothing is due or the root key is not available. Earlier seals contain the
 * previous certificate, under the same root.
 */
export async function renewDue(
  authority: Authority,
  operator: Operator,
  now: number,
): Promise<Authority | undefined> {
  const { certificate, root, rootKey, key } = authority;
  const described = describeCertificate(certificate, 'self-issued');
  if (rootKey === undefined || described === undefined) return undefined;
  const ends = readCertificate(root).notAfter;
  const { notAfter } = described;
  const isOver = notAfter - now < RENEWED_BEFORE && notAfter < ends;
  // A certificate issued before key rotation existed is valid as long as its root.
  const isTooLong = notAfter > yearsAfter(now, SEAL_YEARS + 1);
  if (isOver || isTooLong) return renewSeal({ root, rootKey }, now, operator);
  const wanted = sealSubject(operator, markOf(root));
  const named = `${wanted.country === undefined ? '' : `C=${wanted.country}, `}O=${wanted.organization}, `;
  return described.subject.startsWith(named) ? undefined : renewSeal({ root, rootKey, key }, now, operator);
}

function markOf(root: Uint8Array): string {
  return describeCertificate(root, 'self-issued')?.subject.split(' ').at(-1) ?? '';
}

/** Maximum characters per attribute (X.520). */
const longest = 64;

/** Returns the subject of the sealing certificate, which contains the same mark as the authority. */
function sealSubject({ name, country, host }: Operator, mark: string): Subject {
  const seal = ` Document Seal ${mark}`;
  return {
    ...(country !== undefined && { country }),
    organization: (name ?? 'Countersign').slice(0, longest),
    ...(host !== undefined && { unit: host.slice(0, longest) }),
    commonName: `${(name ?? 'Countersign').slice(0, longest - seal.length)}${seal}`,
  };
}

function yearsAfter(now: number, years: number): number {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end.getTime();
}

function readKey(der: Uint8Array): KeyObject | undefined {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  } catch {
    return undefined;
  }
}
