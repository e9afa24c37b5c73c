import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, withFolder } from './run-tool.ts';

export type OpensslJudgement = {
  readonly accepted: boolean;
  /** Output of openssl if it rejects the file. */
  readonly report: string;
  /** The fields and attributes of the CMS as openssl reads them. */
  readonly structure: string;
};

/**
 * Extracts the only signature of a sealed PDF by its ByteRange, and verifies it with `openssl cms -verify
 * -cades` over the bytes of that range. Finds the range by its text and uses no code of this project.
 */
export async function opensslCmsVerify(pdf: Uint8Array, rootPem: string): Promise<OpensslJudgement> {
  const text = Buffer.from(pdf).toString('latin1');
  const ranges = [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)];
  const range = ranges[0]?.slice(1).map(Number);
  if (ranges.length !== 1 || range === undefined) throw new Error(`${ranges.length} byte ranges`);
  const [start = 0, before = 0, behind = 0, after = 0] = range;
  const hex = text.slice(start + before + 1, behind - 1);
  const content = Buffer.concat([pdf.subarray(start, start + before), pdf.subarray(behind, behind + after)]);
  return opensslVerifyDetached(Buffer.from(hex, 'hex'), content, rootPem);
}

/** Like the previous function, for a CMS (DER, trailing zeros allowed) and the content that it covers. */
export function opensslVerifyDetached(
  cms: Uint8Array,
  content: Uint8Array,
  rootPem: string,
): Promise<OpensslJudgement> {
  return withFolder(async (folder) => {
    const paths = {
      cms: join(folder, 'cms.der'),
      content: join(folder, 'content'),
      root: join(folder, 'root.pem'),
    };
    await writeFile(paths.cms, cms);
    await writeFile(paths.content, content);
    await writeFile(paths.root, rootPem);
    const input = ['-inform', 'DER', '-in', paths.cms];
    const trust = ['-content', paths.content, '-CAfile', paths.root, '-purpose', 'any', '-out', '/dev/null'];
    const verified = await runTool('openssl', ['cms', '-verify', '-cades', '-binary', ...input, ...trust]);
    const printed = await runTool('openssl', ['cms', '-cmsout', '-print', '-noout', ...input]);
    return {
      accepted: verified.code === 0,
      report: verified.stderr,
      structure: new TextDecoder().decode(printed.stdout),
    };
  });
}
