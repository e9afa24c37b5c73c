import { generateKeyPairSync, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { verifyPdf } from '../verify/verify-pdf.ts';
import { issueCertificate } from './issue-certificate.ts';
import type { Unsealed } from './prepare-seal.ts';
import { sealPdf } from './seal-pdf.ts';
import type { Sealer } from './sealer.ts';

const hour = 3_600_000;

/**
 * Seals a file with a temporary key and verifies the result. Returns the sealed file if it is valid, or else the
 * problem. The installation's own key must not seal a test run that no one has signed. `at` is in ms UTC.
 */
export async function dryRunSeal(
  file: Unsealed,
  at: number,
  key?: Sealer,
): Promise<{ sealed: Uint8Array } | { problem: string }> {
  const sealer = key ?? (await createTemporaryKey(at));
  const sealed = await sealPdf({ ...file, key: sealer, at, name: 'Trial', reason: 'A trial before sending' });
  const { verdict, problems } = await verifyPdf(sealed, { roots: sealer.chain.slice(-1) });
  return verdict === 'sealed-unchanged' ? { sealed } : { problem: `${verdict}: ${problems.join(', ')}` };
}

export async function createTemporaryKey(at: number): Promise<Sealer> {
  const [root, seal] = [makeKeyPair(), makeKeyPair()];
  const life = { notBefore: at - hour, notAfter: at + hour };
  const name = (commonName: string) => ({ organization: 'Trial', commonName });
  const rootCertificate = await issueCertificate({
    ...life,
    subject: name('Trial root'),
    publicKey: root.publicKey,
    role: 'root',
    issuerKey: root.privateKey,
  });
  const certificate = await issueCertificate({
    ...life,
    subject: name('Trial seal'),
    publicKey: seal.publicKey,
    role: 'seal',
    issuerKey: root.privateKey,
    issuer: rootCertificate,
  });
  return {
    chain: [certificate, rootCertificate],
    algorithm: 'ecdsa-p256-sha256',
    sign: (bytes) => promisify(sign)('sha256', bytes, seal.privateKey),
  };
}

const makeKeyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
