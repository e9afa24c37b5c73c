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

/** Sealing ends with the root, so that a reader never meets a seal whose certificate ended before its root. */
const ROOT_YEARS = 20;
/** A key that seals every day is changed now and then; what it sealed stays valid under the same root. */
const SEAL_YEARS = 3;
/** Renewed so long before its end, where the key of the root is at hand. Ms. */
const RENEWED_BEFORE = 90 * 86_400_000;

/** Clocks of readers may be behind ours. */
const SKEW_MS = 3_600_000;

/** A sealing key with its certificates. The key of the root is at hand until its operator moves it offline. */
export type Authority = {
  readonly key: KeyObject;
  readonly certificate: Uint8Array;
  readonly root: Uint8Array;
  readonly rootKey: KeyObject | undefined;
};

/** Whoever runs this installation, as the certificate of its seal names them. */
export type Operator = {
  name: string | undefined;
  /** Two letters (ISO 3166-1). */
  country: string | undefined;
  /** Of the address under which the installation is reached. */
  host: string | undefined;
  /** Where the list of withdrawn certificates, and the certificate of the root, can be fetched. */
  lists?: string;
  issuer?: string;
};

export const nobody: Operator = { name: undefined, country: undefined, host: undefined };

/** Undefined for a text that is no whole authority. Earlier versions kept the key of the root in the same file. */
export function readAuthorityFile(pem: string): Authority | undefined {
  const [certificate, root] = readPem('CERTIFICATE', pem);
  const [key, rootKey] = readPem('PRIVATE KEY', pem).map(readKey);
  if (certificate === undefined || root === undefined || key === undefined) return undefined;
  return { key, certificate, root, rootKey };
}

/** The text of `seal.pem`: the key of the root is never in it. */
export function writeAuthorityFile({ key, certificate, root }: Authority): string {
  return [
    key.export({ type: 'pkcs8', format: 'pem' }),
    writePem('CERTIFICATE', certificate),
    writePem('CERTIFICATE', root),
  ].join('');
}

export async function makeRoot(now: number): Promise<{ root: Uint8Array; rootKey: KeyObject }> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Two installations must not share a name, or a trust store could take one root for the other.
  const mark = randomBytes(4).toString('hex');
  const root = await issueCertificate({
    ...{ notBefore: now - SKEW_MS, notAfter: yearsAfter(now, ROOT_YEARS) },
    subject: { organization: 'Countersign', commonName: `Countersign Root ${mark}` },
    publicKey: pair.publicKey,
    role: 'root',
    issuerKey: pair.privateKey,
  });
  return { root, rootKey: pair.privateKey };
}

/** A new sealing key, or the one given, with a certificate of its own under the same root. */
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
 * The same authority with what is due: another name in the certificate of the seal, for the same key, or another key before
 * the one in use ends. Undefined when nothing is due, or nobody could issue it. What was sealed before carries the
 * earlier certificate, under the same root.
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
  // One from before keys were changed lives as long as its root.
  const isTooLong = notAfter > yearsAfter(now, SEAL_YEARS + 1);
  if (isOver || isTooLong) return renewSeal({ root, rootKey }, now, operator);
  const wanted = sealSubject(operator, markOf(root));
  const named = `${wanted.country === undefined ? '' : `C=${wanted.country}, `}O=${wanted.organization}, `;
  return described.subject.startsWith(named) ? undefined : renewSeal({ root, rootKey, key }, now, operator);
}

function markOf(root: Uint8Array): string {
  return describeCertificate(root, 'self-issued')?.subject.split(' ').at(-1) ?? '';
}

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
