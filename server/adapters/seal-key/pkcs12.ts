import { readFile } from 'node:fs/promises';
import type { P12Signer } from '@libpdf/core';
import type { SealKey, SealKeyProblem } from '../../ports/seal-key.ts';
import { chooseChain } from './choose-chain.ts';

/**
 * Reads a key and its certificates from the operator's PKCS#12 file: RSA of at least 2048 bits, P-256 or
 * P-384, encrypted with AES (PBES2) or the older ciphers that exporters still use. The certificates may be in
 * any order, because the sealing certificate is found by its key and the others by issuer. `now` is ms UTC.
 */
export async function openPkcs12(
  source: { file: string; password: string },
  now: number,
): Promise<SealKey | SealKeyProblem> {
  const opened = await open(source);
  if ('problem' in opened) return opened;
  return chooseCertificates(opened, now);
}

async function open(source: { file: string; password: string }): Promise<P12Signer | SealKeyProblem> {
  const bytes = await readFile(source.file).catch((error: NodeJS.ErrnoException) => error);
  if (bytes instanceof Error) return { problem: `SEAL_P12_FILE cannot be read: ${bytes.message}.` };
  // Loaded only if such a file is configured, which is not the default.
  const { P12Signer, SignerError } = await import('@libpdf/core');
  try {
    return await P12Signer.create(bytes, source.password);
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    // The file's integrity check is derived from the password, so a wrong password is reported as damage.
    const locked = /password|integrity/i.test(error.message);
    if (locked) return { problem: 'SEAL_P12_PASSWORD does not open SEAL_P12_FILE.' };
    return { problem: `SEAL_P12_FILE cannot be used: ${error.message}.` };
  }
}

async function chooseCertificates(signer: P12Signer, now: number): Promise<SealKey | SealKeyProblem> {
  return chooseChain(
    {
      source: 'SEAL_P12_FILE',
      certificates: [signer.certificate, ...signer.certificateChain].map((der) => Uint8Array.from(der)),
      algorithm: signer.keyType === 'RSA' ? 'rsa-sha256' : 'ecdsa-p256-sha256',
      sign: async (bytes) => Uint8Array.from(await signer.sign(bytes, 'SHA-256')),
    },
    now,
  );
}
