import { randomBytes, verify, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { trySeal } from '#pdf/sign/try-seal.ts';
import type { PdfEngine } from '../ports/pdf-engine.ts';

/** A word in every script that is to be printed, as points of a line that holds it. */
const words = [
  ...(['Signature', 'Ελλάδα', 'Україна', 'Հայաստան', 'საქართველო', 'ישראל', 'العربية', 'ኢትዮጵያ'] as const),
  ...(['भारत', 'বাংলা', 'ગુજરાત', 'ਪੰਜਾਬ', 'ಕನ್ನಡ', 'മലയാളം', 'ଓଡ଼ିଶା', 'සිංහල', 'தமிழ்', 'తెలుగు'] as const),
  ...(['ไทย', 'ខ្មែរ', 'ລາວ', 'မြန်မာ', '中国', '日本', '한국', '✓ ∑ 😀'] as const),
];

/** The words that cannot be printed on this machine, because a font is missing or damaged. */
export async function wordsWithoutFont(pdf: Pick<PdfEngine, 'fit'>): Promise<string[]> {
  const texts = words.map((text) => ({ text, width: 500, height: 40 }));
  const fits = await pdf.fit(texts).catch(() => undefined);
  return words.filter((_, at) => fits?.[at]?.fits !== true);
}

/**
 * Whether the key is the one that its certificate names: it signs bytes that are no seal of anything, since a key of an
 * installation never seals what nobody signed (trySeal).
 */
export async function keyFitsCertificate(key: Sealer): Promise<boolean> {
  const bytes = Buffer.concat([
    Buffer.from('Countersign: a look at the key, and no seal. '),
    randomBytes(32),
  ]);
  const { publicKey } = new X509Certificate(key.chain[0]!);
  return key
    .sign(bytes)
    .then((signature) => verify('sha256', bytes, publicKey, signature))
    .catch(() => false);
}

const sample = new URL('../../web/public/sample-employment-agreement.pdf', import.meta.url);

/** Prepares and seals a file with a key that is thrown away; answers why that cannot be done here. `at` is ms UTC. */
export async function trySealing(pdf: Pick<PdfEngine, 'normalise'>, at: number): Promise<string | undefined> {
  try {
    const prepared = await pdf.normalise(await readFile(sample));
    if ('refused' in prepared) return prepared.detail;
    return await trySeal({ pdf: prepared.bytes }, at);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
