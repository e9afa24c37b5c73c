import { spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SealKey, SealKeyProblem } from '../../ports/seal-key.ts';
import { readPem } from '../pem.ts';
import { chooseChain } from './choose-chain.ts';

/** A key inside a hardware security module. */
export type Pkcs11Source = {
  /** Path of the module's library, such as libsofthsm2.so. */
  readonly module: string;
  /** Token label. */
  readonly token: string;
  /** Key id in hexadecimal digits. */
  readonly key: string;
  readonly pin: string;
  /** PEM file with the key's certificate and those of its issuers, in any order. */
  readonly certificates: string;
};

/** Milliseconds after which a call to the module fails. */
const patience = 20_000;

/**
 * Uses a key through PKCS #11 by running OpenSC's pkcs11-tool: RSA, or ECDSA over P-256. A vendor library in
 * a separate process cannot crash the server, and nothing needs to be compiled. The PIN is passed only in
 * that process's environment. `now` is ms UTC.
 */
export async function openPkcs11(source: Pkcs11Source, now: number): Promise<SealKey | SealKeyProblem> {
  const pem = await readFile(source.certificates, 'utf8').catch((error: Error) => error);
  if (pem instanceof Error) return { problem: `SEAL_PKCS11_CERTIFICATES cannot be read: ${pem.message}.` };
  const certificates = readPem('CERTIFICATE', pem);
  const [first] = certificates;
  if (first === undefined)
    return { problem: 'SEAL_PKCS11_CERTIFICATES contains no certificate in PEM format.' };
  const leaf = certificates.map((der) => new X509Certificate(der)).find(({ ca }) => !ca);
  const isRsa = (leaf ?? new X509Certificate(first)).publicKey.asymmetricKeyType === 'rsa';
  const sign = (bytes: Uint8Array): Promise<Uint8Array> => (isRsa ? signRsa : signEcdsa)(source, bytes);
  try {
    const algorithm = isRsa ? 'rsa-sha256' : 'ecdsa-p256-sha256';
    const brought = { source: 'SEAL_PKCS11_CERTIFICATES', certificates, algorithm, sign } as const;
    return await chooseChain(brought, now);
  } catch (error) {
    if (!(error instanceof ModuleFailed)) throw error;
    const problem = `The module in SEAL_PKCS11_MODULE cannot be used: ${error.message}`;
    return { problem, passing: error.passing };
  }
}

class ModuleFailed extends Error {
  /**
   * True if the device may respond later. False after a wrong PIN, because a few wrong PINs lock the token.
   */
  readonly passing: boolean;

  constructor(message: string, { passing }: { passing: boolean }) {
    super(message);
    this.passing = passing;
  }
}

/** Errors of a device that is disconnected or not yet reachable (PKCS #11 v3.0 §5.1). */
const deviceAway = /CKR_(DEVICE_ERROR|DEVICE_REMOVED|TOKEN_NOT_PRESENT)\b/;

function signRsa(source: Pkcs11Source, bytes: Uint8Array): Promise<Uint8Array> {
  return ask(source, ['--mechanism', 'SHA256-RSA-PKCS'], bytes);
}

function signEcdsa(source: Pkcs11Source, bytes: Uint8Array): Promise<Uint8Array> {
  const hash = createHash('sha256').update(bytes).digest();
  return ask(source, ['--mechanism', 'ECDSA', '--signature-format', 'openssl'], hash);
}

function ask(
  { module, token, key, pin }: Pkcs11Source,
  mechanism: readonly string[],
  input: Uint8Array,
): Promise<Uint8Array> {
  const given = ['--module', module, '--token-label', token, '--login', '--pin', 'env:SEAL_PIN', '--id', key];
  const { PATH, SOFTHSM2_CONF } = process.env;
  const env = { PATH, SEAL_PIN: pin, ...(SOFTHSM2_CONF && { SOFTHSM2_CONF }) };
  return new Promise((resolve, reject) => {
    const tool = spawn('pkcs11-tool', [...given, '--sign', ...mechanism], { env, timeout: patience });
    const [out, errors]: [Buffer[], Buffer[]] = [[], []];
    tool.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    tool.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    tool.on('error', (error) =>
      reject(new ModuleFailed(`${error.message} (pkcs11-tool of OpenSC).`, { passing: false })),
    );
    tool.on('close', (code) => {
      const signature = Buffer.concat(out);
      if (code === 0 && signature.length > 0) return resolve(Uint8Array.from(signature));
      const lines = Buffer.concat(errors).toString();
      const why = lines.split('\n').filter(Boolean).at(-1) ?? 'no answer';
      // Without an exit code, the process was killed by the timeout.
      reject(new ModuleFailed(why.slice(0, 200), { passing: code === null || deviceAway.test(lines) }));
    });
    // A failing module closes its input first. The exit event reports the error.
    tool.stdin.on('error', () => undefined);
    tool.stdin.end(input);
  });
}
