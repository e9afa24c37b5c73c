import { randomBytes } from 'node:crypto';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { checkSignature } from '#pdf/verify/check-signature.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import type { Certificate } from '#pdf/verify/read-certificate.ts';
import { MalformedDer } from '#pdf/verify/read-der.ts';
import { buildChain, isSelfIssued } from '#pdf/verify/trust-chain.ts';
import type { SealKey, SealKeyProblem } from '../../ports/seal-key.ts';
import { writePem } from '../pem.ts';
import { describeCertificate } from './describe-certificate.ts';

/** A key provided by the operator, and the certificates that came with it, in any order. */
export type Brought = Pick<Sealer, 'algorithm' | 'sign'> & {
  /** The setting and the location that it names, for the error message. */
  readonly source: string;
  /** Certificates in DER. */
  readonly certificates: readonly Uint8Array[];
};

/** Finds the sealing certificate by the key, and orders the others by issuer. `now` is ms UTC. */
export async function chooseChain(brought: Brought, now: number): Promise<SealKey | SealKeyProblem> {
  try {
    return await choose(brought, brought.certificates.map(readCertificate), now);
  } catch (error) {
    if (!(error instanceof MalformedDer)) throw error;
    return {
      problem: `${brought.source} contains a certificate of an outdated kind, such as one signed with SHA-1.`,
    };
  }
}

async function choose(
  { source, algorithm, sign }: Brought,
  certificates: readonly Certificate[],
  now: number,
): Promise<SealKey | SealKeyProblem> {
  const leaf = await findOwn(certificates, algorithm, sign);
  if (leaf === undefined) {
    return {
      problem: `${source} needs an RSA key of at least 2048 bits or a P-256 or P-384 key, and its certificate.`,
    };
  }
  const { path } = await buildChain(leaf, certificates, [], now);
  const top = path.at(-1) ?? leaf;
  // A seal must include the issuers' certificates. Otherwise a verifier could not detect that some were
  // removed.
  if (path.length === 1 && !isSelfIssued(leaf)) {
    return {
      problem: `${source} does not contain the certificate of the issuing authority. Export it with its chain.`,
    };
  }
  const { trusted } = await buildChain(leaf, certificates, [top], now);
  const described = describeCertificate(leaf.bytes, 'provided');
  if (!trusted || described === undefined) {
    return {
      problem: `The certificate in ${source} is not currently valid, or is not for signing documents.`,
    };
  }
  return {
    chain: path.map((certificate) => certificate.bytes),
    algorithm,
    sign,
    rootPem: writePem('CERTIFICATE', top.bytes),
    describe: () => described,
  };
}

/** Finds the certificate of the private key by verifying a test signature with each one. */
async function findOwn(
  certificates: readonly Certificate[],
  algorithm: Sealer['algorithm'],
  sign: Sealer['sign'],
): Promise<Certificate | undefined> {
  const trial = randomBytes(32);
  const signature = await sign(trial);
  const plain = algorithm === 'rsa-sha256' ? 'rsa-sha256' : 'ecdsa-sha256';
  for (const certificate of certificates) {
    const { publicKey } = certificate;
    if (await checkSignature(publicKey, plain, signature, trial)) return certificate;
  }
  return undefined;
}
