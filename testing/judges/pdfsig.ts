import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, withFolder } from './run-tool.ts';

export type PdfsigSignature = {
  readonly signerName: string;
  readonly subFilter: string;
  /** Poppler's wording, such as 'Signature is Valid.'. */
  readonly signature: string;
  /** For example, 'Certificate is Trusted.'. */
  readonly certificate: string;
  readonly totalDocumentSigned: boolean;
  readonly signingTime: string;
};

/**
 * Verifies every signature of a file with poppler's pdfsig, and trusts only the given root. Needs pdfsig
 * (poppler-utils) and certutil (libnss3-tools).
 */
export function judgeWithPdfsig(file: string, rootPem: string): Promise<PdfsigSignature[]> {
  return withFolder(async (folder) => {
    const store = await trustStore(folder, rootPem);
    const { stdout } = await runTool('pdfsig', ['-nssdir', store, file]);
    return new TextDecoder()
      .decode(stdout)
      .split(/^Signature #\d+:$/m)
      .slice(1)
      .map(readSignature);
  });
}

/**
 * Creates an NSS database that trusts the root for TLS, email and objects. pdfsig uses the trust for email.
 */
async function trustStore(folder: string, rootPem: string): Promise<string> {
  const store = `sql:${join(folder, 'nss')}`;
  await mkdir(join(folder, 'nss'));
  await writeFile(join(folder, 'root.pem'), rootPem);
  const steps = [
    ['-N', '--empty-password', '-d', store],
    ['-A', '-d', store, '-n', 'root', '-t', 'CT,C,C', '-i', join(folder, 'root.pem')],
  ];
  for (const args of steps) {
    const { code, stderr } = await runTool('certutil', args);
    if (code !== 0) throw new Error(`certutil ${args[0]}: ${stderr}`);
  }
  return store;
}

function readSignature(text: string): PdfsigSignature {
  const line = (label: string) => new RegExp(`^  - ${label}: (.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  return {
    signerName: line('Signer Certificate Common Name'),
    subFilter: line('Signature Type'),
    signature: line('Signature Validation'),
    certificate: line('Certificate Validation'),
    totalDocumentSigned: /^  - Total document signed$/m.test(text),
    signingTime: line('Signing Time'),
  };
}
