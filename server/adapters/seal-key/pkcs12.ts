import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { P12Signer } from '@libpdf/core';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { checkSignature } from '#pdf/verify/check-signature.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import type { Certificate } from '#pdf/verify/read-certificate.ts';
import { MalformedDer } from '#pdf/verify/read-der.ts';
import { buildChain, isSelfIssued } from '#pdf/verify/trust-chain.ts';
import type { SealKey, SealKeyProblem } from '../../ports/seal-key.ts';
import { describeCertificate } from './describe-certificate.ts';
import { writePem } from '../pem.ts';

/**
 * A key and its certificates out of the operator's PKCS#12 file: RSA of 2048 bits or more, P-256 or P-384;
 * locked with AES (PBES2) or the older ciphers that exporters still use. The order of the certificates in the file
 * does not matter: the sealing one is found by the key, the others by who issued whom. `now` is ms UTC.
 */
export async function openPkcs12(
  source: { file: string; password: string },
  now: number,
): Promise<SealKey | SealKeyProblem> {
  const opened = await open(source);
  if ('problem' in opened) return opened;
  try {
    return await chooseCertificates(opened, now);
  } catch (error) {
    if (!(error instanceof MalformedDer)) throw error;
    return {
      problem: 'SEAL_P12_FILE holds a certificate of an outdated kind, such as one signed with SHA-1.',
    };
  }
}

async function open(source: { file: string; password: string }): Promise<P12Signer | SealKeyProblem> {
  const bytes = await readFile(source.file).catch((error: NodeJS.ErrnoException) => error);
  if (bytes instanceof Error) return { problem: `SEAL_P12_FILE cannot be read: ${bytes.message}.` };
  // Loaded where there is such a file; by default there is none.
  const { P12Signer, SignerError } = await import('@libpdf/core');
  try {
    return await P12Signer.create(bytes, source.password);
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    // The file's own check value is made with the password, so a wrong one looks like damage.
    const locked = /password|integrity/i.test(error.message);
    if (locked) return { problem: 'SEAL_P12_PASSWORD does not open SEAL_P12_FILE.' };
    return { problem: `SEAL_P12_FILE cannot be used: ${error.message}.` };
  }
}

async function chooseCertificates(signer: P12Signer, now: number): Promise<SealKey | SealKeyProblem> {
  const certificates = [signer.certificate, ...signer.certificateChain].map((der) =>
    readCertificate(Uint8Array.from(der)),
  );
  const algorithm = signer.keyType === 'RSA' ? 'rsa-sha256' : 'ecdsa-p256-sha256';
  const sign = async (bytes: Uint8Array) => Uint8Array.from(await signer.sign(bytes, 'SHA-256'));
  const leaf = await findOwn(certificates, algorithm, sign);
  if (leaf === undefined) {
    return {
      problem:
        'SEAL_P12_FILE needs an RSA key of at least 2048 bits or a P-256 or P-384 key, and its certificate.',
    };
  }
  const { path } = await buildChain(leaf, certificates, [], now);
  const top = path.at(-1) ?? leaf;
  // A seal carries more than its own certificate, or a verifier could not tell that others were taken out.
  if (path.length === 1 && !isSelfIssued(leaf)) {
    return {
      problem:
        'SEAL_P12_FILE holds no certificate of the authority that issued its own: export it with its chain.',
    };
  }
  const { trusted } = await buildChain(leaf, certificates, [top], now);
  const described = describeCertificate(leaf.bytes, 'provided');
  if (!trusted || described === undefined) {
    return {
      problem: 'The certificate in SEAL_P12_FILE is not valid now, or is not made for signing documents.',
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

/** The certificate of the private key: the one under which a trial signature holds. */
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
