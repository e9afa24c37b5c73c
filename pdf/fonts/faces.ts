import { readFileSync } from 'node:fs';

/** A typeface that callers can select by name. */
export type FaceName = 'sans' | 'sans-bold' | 'serif' | (typeof handwritingFaces)[number];

/** A typeface that is used only for characters missing from the selected one. */
export type FallbackName =
  | 'mynerve'
  | 'hebrew'
  | 'arabic'
  | 'thai'
  | 'bengali'
  | 'gujarati'
  | 'gurmukhi'
  | 'kannada'
  | 'malayalam'
  | 'oriya'
  | 'sinhala'
  | 'tamil'
  | 'telugu'
  | 'khmer'
  | 'lao'
  | 'myanmar'
  | 'ethiopic'
  | 'armenian'
  | 'georgian'
  | HanFace
  | 'symbols'
  | 'math'
  | 'emoji';

/** Han typefaces, each with the glyph shapes of one region. */
export type HanFace = 'chinese' | 'chinese-traditional' | 'japanese' | 'korean';

export type FontName = FaceName | FallbackName;

/** Typefaces for typed signatures. Browsers use the same ones from `@fontsource/<name>`. */
export const handwritingFaces = ['dancing-script', 'caveat', 'great-vibes', 'marck-script'] as const;

/** Returns true if a name from outside is a selectable typeface. */
export function isFaceName(name: string): name is FaceName {
  return Object.hasOwn(files, name) && files[name as FontName].fallback !== true;
}

/**
 * Returns the fonts that may contain a character missing from `preferred`, best first. For a handwriting face,
 * other handwriting faces come first. Fonts are selected by Unicode block, so that a ten-megabyte font is read
 * from disk only if it can contain the character.
 *
 * @param han typeface with the preferred Han shapes, before the other ones
 */
export function fontsFor(preferred: FaceName, codePoint: number, han: HanFace = 'chinese'): FontName[] {
  const chain: FontName[] = [preferred];
  if (isHandwriting(preferred) && inBlocks(handBlocks, codePoint)) {
    chain.push(...hands.filter((hand) => hand !== preferred));
  }
  if (preferred !== 'sans') chain.push('sans');
  for (const { name, blocks } of fallbacks) if (inBlocks(blocks, codePoint)) chain.push(name);
  const at = chain.indexOf(han);
  if (at > 0) chain.splice(firstHan(chain), 0, ...chain.splice(at, 1));
  return chain;
}

const inBlocks = (blocks: readonly number[], codePoint: number): boolean =>
  blocks.some((first, at) => at % 2 === 0 && codePoint >= first && codePoint <= blocks[at + 1]!);

const firstHan = (chain: readonly FontName[]): number => chain.findIndex((name) => hanFaces.has(name));

const hanFaces: ReadonlySet<FontName> = new Set<HanFace>([
  'chinese',
  'chinese-traditional',
  'japanese',
  'korean',
]);

/** Returns true for a handwriting typeface. */
export const isHandwriting = (face: FaceName): boolean => files[face].style === 'script';

/** Returns true for a font of symbols and pictures, without letters. */
export const isForSigns = (name: FontName): boolean => ['symbols', 'math', 'emoji'].includes(name);

/**
 * Handwriting faces in the order in which they are searched for a letter that the selected one lacks. Only the
 * last one contains all of Greek.
 */
const hands: readonly FontName[] = ['marck-script', 'caveat', 'dancing-script', 'great-vibes', 'mynerve'];

/** Blocks of Latin, Greek and Cyrillic, the scripts with a handwriting face. */
const handBlocks: readonly number[] = [0x0020, 0x052f, 0x1e00, 0x1eff];

/** Returns the TrueType bytes of a font. */
export function readFont(name: FontName): Uint8Array {
  const { buffer, byteOffset, length } = readFileSync(fontFile(name));
  // Returns a Uint8Array instead of a Buffer, because `slice` of a Buffer shares memory. A table that is
  // modified for a subset must be a copy.
  return new Uint8Array(buffer, byteOffset, length);
}

/** Returns the URL of a font's TrueType file. */
export const fontFile = (name: FontName): URL => new URL(files[name].file, import.meta.url);

/** Returns the PostScript name of embedded subsets. */
export function postScriptName(name: FontName): string {
  return files[name].file.replace('.ttf', '');
}

/** Returns the style of a typeface for its PDF font descriptor (ISO 32000-2, 9.8.2). */
export function designOf(name: FontName): { serif: boolean; script: boolean; bold: boolean } {
  const { style } = files[name];
  return { serif: style === 'serif', script: style === 'script', bold: name === 'sans-bold' };
}

type FontFile = { file: string; style: 'sans' | 'serif' | 'script'; fallback?: boolean };

const fallback = (family: string): FontFile => ({
  file: `${family}-Regular.ttf`,
  style: family === 'Mynerve' ? 'script' : 'sans',
  fallback: true,
});

const files: Record<FontName, FontFile> = {
  sans: { file: 'NotoSans-Regular.ttf', style: 'sans' },
  'sans-bold': { file: 'NotoSans-SemiBold.ttf', style: 'sans' },
  serif: { file: 'SourceSerif4-SemiBold.ttf', style: 'serif' },
  'dancing-script': { file: 'DancingScript-Regular.ttf', style: 'script' },
  caveat: { file: 'Caveat-Regular.ttf', style: 'script' },
  'great-vibes': { file: 'GreatVibes-Regular.ttf', style: 'script' },
  'marck-script': { file: 'MarckScript-Regular.ttf', style: 'script' },
  mynerve: fallback('Mynerve'),
  arabic: fallback('NotoSansArabic'),
  hebrew: fallback('NotoSansHebrew'),
  thai: fallback('NotoSansThai'),
  bengali: fallback('NotoSansBengali'),
  gujarati: fallback('NotoSansGujarati'),
  gurmukhi: fallback('NotoSansGurmukhi'),
  kannada: fallback('NotoSansKannada'),
  malayalam: fallback('NotoSansMalayalam'),
  oriya: fallback('NotoSansOriya'),
  sinhala: fallback('NotoSansSinhala'),
  tamil: fallback('NotoSansTamil'),
  telugu: fallback('NotoSansTelugu'),
  khmer: fallback('NotoSansKhmer'),
  lao: fallback('NotoSansLao'),
  myanmar: fallback('NotoSansMyanmar'),
  ethiopic: fallback('NotoSansEthiopic'),
  armenian: fallback('NotoSansArmenian'),
  georgian: fallback('NotoSansGeorgian'),
  chinese: fallback('NotoSansSC'),
  'chinese-traditional': fallback('NotoSansTC'),
  japanese: fallback('NotoSansJP'),
  korean: fallback('NotoSansKR'),
  symbols: fallback('NotoSansSymbols2'),
  math: fallback('NotoSansMath'),
  emoji: fallback('NotoEmoji'),
};

const hanBlocks: readonly number[] = [
  0x2000, 0x33ff, 0x3400, 0x9fff, 0xf900, 0xfaff, 0xfe10, 0xfe6f, 0xff00, 0xffef, 0x1f200, 0x1f2ff, 0x20000,
  0x323af,
];

/** Blocks of each fallback typeface, as first and last code point. */
const fallbacks: { name: FallbackName; blocks: readonly number[] }[] = [
  { name: 'hebrew', blocks: [0x0590, 0x05ff, 0xfb1d, 0xfb4f] },
  {
    name: 'arabic',
    blocks: [0x0600, 0x06ff, 0x0750, 0x077f, 0x0870, 0x08ff, 0xfb50, 0xfdff, 0xfe70, 0xfeff],
  },
  { name: 'thai', blocks: [0x0e00, 0x0e7f] },
  { name: 'bengali', blocks: [0x0980, 0x09ff] },
  { name: 'gurmukhi', blocks: [0x0a00, 0x0a7f] },
  { name: 'gujarati', blocks: [0x0a80, 0x0aff] },
  { name: 'oriya', blocks: [0x0b00, 0x0b7f] },
  { name: 'tamil', blocks: [0x0b80, 0x0bff] },
  { name: 'telugu', blocks: [0x0c00, 0x0c7f] },
  { name: 'kannada', blocks: [0x0c80, 0x0cff] },
  { name: 'malayalam', blocks: [0x0d00, 0x0d7f] },
  { name: 'sinhala', blocks: [0x0d80, 0x0dff, 0x111e0, 0x111ff] },
  { name: 'lao', blocks: [0x0e80, 0x0eff] },
  { name: 'myanmar', blocks: [0x1000, 0x109f, 0xa9e0, 0xa9ff, 0xaa60, 0xaa7f] },
  { name: 'khmer', blocks: [0x1780, 0x17ff, 0x19e0, 0x19ff] },
  { name: 'ethiopic', blocks: [0x1200, 0x139f, 0x2d80, 0x2ddf, 0xab01, 0xab2f, 0x1e7e0, 0x1e7ff] },
  { name: 'armenian', blocks: [0x0530, 0x058f, 0xfb13, 0xfb17] },
  { name: 'georgian', blocks: [0x10a0, 0x10ff, 0x1c90, 0x1cbf, 0x2d00, 0x2d2f] },
  { name: 'math', blocks: [0x2070, 0x23ff, 0x27c0, 0x2aff, 0x1d400, 0x1d7ff, 0x1ee00, 0x1eeff] },
  { name: 'emoji', blocks: [0x1f000, 0x1fbff, 0xe0020, 0xe007f] },
  {
    name: 'symbols',
    blocks: [0x2190, 0x21ff, 0x2300, 0x23ff, 0x2500, 0x27bf, 0x2800, 0x2bff, 0x1f000, 0x1fbff],
  },
  { name: 'chinese', blocks: hanBlocks },
  { name: 'chinese-traditional', blocks: hanBlocks },
  { name: 'japanese', blocks: hanBlocks },
  {
    name: 'korean',
    blocks: [0x1100, 0x11ff, 0x3130, 0x318f, 0xa960, 0xa97f, 0xac00, 0xd7ff, ...hanBlocks],
  },
  { name: 'emoji', blocks: [0x203c, 0x3299] },
];
