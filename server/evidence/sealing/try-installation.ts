import { randomBytes, verify, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { dryRunSeal } from '#pdf/sign/dry-run-seal.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';

/** Sample words that cover every script to be printed. */
const words = [
  ...(['Signature', 'Ελλάδα', 'Україна', 'Հայաստան', 'საქართველო', 'ישראל', 'العربية', 'ኢትዮጵያ'] as const),
  ...(['भारत', 'বাংলা', 'ગુજરાત', 'ਪੰਜਾਬ', 'ಕನ್ನಡ', 'മലയാളം', 'ଓଡ଼ିଶା', 'සිංහල', 'தமிழ்', 'తెలుగు'] as const),
  ...(['ไทย', 'ខ្មែរ', 'ລາວ', 'မြန်မာ', '中国', '日本', '한국', '✓ ∑ 😀'] as const),
];

/** Returns the sample words that this machine cannot print because a font is missing or damaged. */
export async function wordsWithoutFont(pdf: Pick<PdfEngine, 'fit'>): Promise<string[]> {
  const texts = words.map((text) => ({ text, width: 500, height: 40 }));
  const fits = await pdf.fit(texts).catch(() => undefined);
  return words.filter((_, at) => fits?.[at]?.fits !== true);
}

/**
 * Returns true if the key matches its certificate. The key signs a text that is not the seal of any file,
 * because it must never seal anything that no one signed (dryRunSeal).
 */
export async function keyFitsCertificate(key: Sealer): Promise<boolean> {
  const bytes = Buffer.concat([
    Buffer.from('Countersign: a check of the key, not a seal. '),
    randomBytes(32),
  ]);
  const { publicKey } = new X509Certificate(key.chain[0]!);
  return key
    .sign(bytes)
    .then((signature) => verify('sha256', bytes, publicKey, signature))
    .catch(() => false);
}

const sample = new URL('../../../web/public/sample-employment-agreement.pdf', import.meta.url);

/**
 * Prepares and seals a file with a throwaway key. Returns why that fails on this machine, or undefined. `at`
 * is in ms UTC.
 */
export async function testInstallationSeal(
  pdf: Pick<PdfEngine, 'normalise'>,
  at: number,
): Promise<string | undefined> {
  try {
    const prepared = await pdf.normalise(await readFile(sample));
    if ('refused' in prepared) return prepared.detail;
    const tried = await dryRunSeal({ pdf: prepared.bytes }, at);
    return 'problem' in tried ? tried.problem : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
