import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../judges/run-tool.ts';
import { toPem } from './seal-chain.ts';
import type { TestSealer } from './seal-chain.ts';

/** Ciphers that openssl uses in the file: its default since version 3.0, and the one of older exporters. */
export const pkcs12Ciphers = {
  'AES-256 (PBES2)': [],
  'triple DES': ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
} as const;

export type Pkcs12Options = {
  readonly password: string;
  readonly cipher?: keyof typeof pkcs12Ciphers;
  /** Certificates in DER, in the order of the file. Default: the sealer's own chain. */
  readonly certificates?: readonly Uint8Array[];
};

/** Writes the sealer's key and certificates to `folder`/seal.p12 with openssl and returns the path. */
export async function writePkcs12(
  folder: string,
  sealer: TestSealer,
  options: Pkcs12Options,
): Promise<string> {
  const [leaf = new Uint8Array(), ...others] = options.certificates ?? sealer.chain;
  const paths = {
    key: join(folder, 'key.pem'),
    leaf: join(folder, 'leaf.pem'),
    others: join(folder, 'others.pem'),
  };
  await writeFile(paths.key, sealer.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(paths.leaf, toPem(leaf));
  await writeFile(paths.others, others.map(toPem).join(''));
  const file = join(folder, 'seal.p12');
  const input = [
    '-inkey',
    paths.key,
    '-in',
    paths.leaf,
    ...(others.length > 0 ? ['-certfile', paths.others] : []),
  ];
  const cipher = pkcs12Ciphers[options.cipher ?? 'AES-256 (PBES2)'];
  const output = ['-passout', `pass:${options.password}`, '-out', file];
  const { code, stderr } = await runTool('openssl', ['pkcs12', '-export', ...input, ...cipher, ...output]);
  if (code !== 0) throw new Error(`openssl pkcs12: ${stderr}`);
  return file;
}
