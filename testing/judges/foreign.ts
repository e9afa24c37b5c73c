import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTool, withFolder } from './run-tool.ts';

const script = fileURLToPath(new URL('foreign_verifier.py', import.meta.url));

/**
 * Returns the verdict of a verifier that was written in another language from docs/evidence.md alone:
 * 'genuine: …' or the reason against it.
 */
export function verifyWithForeignTool(pdf: Uint8Array, rootPem: string): Promise<string> {
  return withFolder(async (folder) => {
    const [file, root] = [join(folder, 'sealed.pdf'), join(folder, 'root.pem')];
    await writeFile(file, pdf);
    await writeFile(root, rootPem);
    const { stdout, stderr } = await runTool('python3', [script, file, root]);
    return `${new TextDecoder().decode(stdout)}${stderr}`.trim();
  });
}
