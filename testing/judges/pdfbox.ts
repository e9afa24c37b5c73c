import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTool, withFolder } from './run-tool.ts';

const source = fileURLToPath(new URL('pdfbox/JudgeSignatures.java', import.meta.url));
/** Where Debian's libpdfbox2-java and libbcpkix-java are installed. Tests download nothing. */
const jars = ['pdfbox2', 'fontbox2', 'commons-logging', 'bcprov', 'bcutil', 'bcpkix'].map(
  (name) => `/usr/share/java/${name}.jar`,
);

/** Returns the missing files that this verifier needs besides `java` on PATH. */
export const missingJars = (): string[] => jars.filter((jar) => !existsSync(jar));

/**
 * Returns the verdict of Apache PDFBox and Bouncy Castle on every signature of a file at a time (ms UTC),
 * using the revocation lists in the file: 'valid' or the error.
 */
export function judgeWithPdfbox(
  pdf: Uint8Array,
  rootPem: string,
  timeRootsPem: string,
  at: number,
): Promise<string> {
  return withFolder(async (folder) => {
    const path = (name: string) => join(folder, name);
    await writeFile(path('file.pdf'), pdf);
    await writeFile(path('root.pem'), rootPem);
    await writeFile(path('time.pem'), timeRootsPem);
    const given = [path('file.pdf'), path('root.pem'), path('time.pem'), String(Math.floor(at / 1000))];
    const { stdout, stderr } = await runTool('java', ['-cp', jars.join(':'), source, ...given]);
    return new TextDecoder().decode(stdout).trim().split('\n').at(-1) || stderr.trim();
  });
}
