import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { issueCertificate } from '#pdf/sign/issue-certificate.ts';
import type { Sealer } from '#pdf/sign/sealer.ts';

/** A sealer in the test PKI, with everything needed to verify its seals. */
export type TestSealer = Sealer & {
  /** DER of the root certificate. */
  readonly root: Uint8Array;
  readonly rootPem: string;
  readonly privateKey: KeyObject;
  readonly rootKey: KeyObject;
};

export type SealChainOptions = {
  /** Used in the certificates' names, so that two chains can be distinguished. */
  readonly organization?: string;
  readonly key?: 'P-256' | 'P-384' | 'RSA-2048' | 'RSA-3072' | 'RSA-4096';
  /** Adds an issuing authority between the root and the seal. */
  readonly intermediate?: boolean;
  /** Number of authorities between the root and the issuing one. */
  readonly above?: number;
  /** Validity of the sealing certificate, in ms UTC. */
  readonly notBefore?: number;
  readonly notAfter?: number;
};

const harbourFounded = Date.UTC(2020, 0, 1);
const harbourEnds = Date.UTC(2045, 0, 1);

/** Creates a root, optionally an issuing authority, and a sealing certificate with its key. */
export async function makeSealChain(options: SealChainOptions = {}): Promise<TestSealer> {
  const { organization = 'Harbour', key = 'P-256', intermediate = false, above = 0 } = options;
  const rootKeys = generatePair('P-256');
  const root = await issueCertificate({
    subject: { organization, commonName: `${organization} Root` },
    ...rootKeys,
    role: 'root',
    notBefore: harbourFounded,
    notAfter: harbourEnds,
    issuerKey: rootKeys.privateKey,
  });
  const upper = [{ certificate: root, privateKey: rootKeys.privateKey }];
  for (let level = 1; level <= above; level += 1) {
    upper.unshift(await makeAuthority(organization, upper[0]!, `Authority ${level}`));
  }
  const issuing = intermediate ? await makeAuthority(organization, upper[0]!) : undefined;
  const keys = generatePair(key);
  const leaf = await issueCertificate({
    subject: { organization, commonName: `${organization} Document Seal` },
    ...keys,
    role: 'seal',
    notBefore: options.notBefore ?? harbourFounded,
    notAfter: options.notAfter ?? harbourEnds,
    issuerKey: (issuing ?? upper[0]!).privateKey,
    issuer: (issuing ?? upper[0]!).certificate,
  });
  return {
    chain: [leaf, ...[...(issuing ? [issuing] : []), ...upper].map(({ certificate }) => certificate)],
    algorithm: key.startsWith('P') ? 'ecdsa-p256-sha256' : 'rsa-sha256',
    sign: (bytes) => promisify(sign)('sha256', bytes, keys.privateKey),
    root,
    rootPem: toPem(root),
    privateKey: keys.privateKey,
    rootKey: rootKeys.privateKey,
  };
}

/** Returns a certificate as PEM text. */
export function toPem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

type Authority = { certificate: Uint8Array; privateKey: KeyObject };

/**
 * Without a name, creates the authority that issues sealing certificates and may have no other authority
 * below it.
 */
async function makeAuthority(organization: string, issuer: Authority, named?: string): Promise<Authority> {
  const { publicKey, privateKey } = generatePair('P-256');
  const certificate = await issueCertificate({
    subject: { organization, commonName: `${organization} ${named ?? 'Issuing Authority'}` },
    publicKey,
    role: named === undefined ? 'authority' : 'root',
    notBefore: harbourFounded,
    notAfter: harbourEnds,
    issuerKey: issuer.privateKey,
    issuer: issuer.certificate,
  });
  return { certificate, privateKey };
}

function generatePair(key: NonNullable<SealChainOptions['key']>): {
  publicKey: KeyObject;
  privateKey: KeyObject;
} {
  if (key.startsWith('P')) return generateKeyPairSync('ec', { namedCurve: key });
  return generateKeyPairSync('rsa', { modulusLength: Number(key.slice(4)) });
}
