import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, withFolder } from './run-tool.ts';

/**
 * Returns the verdict of `openssl ts -verify` on a token (DER) over these bytes at a time (ms UTC): 'OK' or
 * the error.
 */
export function opensslTsVerify(
  token: Uint8Array,
  bytes: Uint8Array,
  rootPem: string,
  at: number,
): Promise<string> {
  return withFolder(async (folder) => {
    const path = (name: string) => join(folder, name);
    await writeFile(path('token'), token);
    await writeFile(path('bytes'), bytes);
    await writeFile(path('root.pem'), rootPem);
    const input = ['-token_in', '-in', path('token'), '-data', path('bytes')];
    const trust = ['-CAfile', path('root.pem'), '-attime', String(Math.floor(at / 1000))];
    const { code, stderr } = await runTool('openssl', ['ts', '-verify', ...input, ...trust]);
    return code === 0 ? 'OK' : stderr;
  });
}
