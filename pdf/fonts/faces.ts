import { readFileSync } from 'node:fs';

/** A face that a caller may ask for by name. */
export type FaceName =
  'sans' | 'sans-bold' | 'serif' | 'dancing-script' | 'caveat' | 'great-vibes' | 'marck-script';

/** A face that is only reached because the chosen one lacks a character. */
export type FallbackName =
  | 'hebrew'
  | 'arabic'
  | 'thai'
  | 'bengali'
  | 'gujarati'
  | 'tamil'
  | 'telugu'
  | 'armenian'
  | 'georgian'
  | 'korean'
  | 'cjk';

export type FontName = FaceName | FallbackName;

/** The faces offered for typed signatures; each also exists as `@fontsource/<name>` for the browser. */
export const handwritingFaces = ['dancing-script', 'caveat', 'great-vibes', 'marck-script'] as const;

/** Whether a name from outside is one of the faces that may be asked for. */
export function isFaceName(name: string): name is FaceName {
  return Object.hasOwn(files, name) && !fallbacks.some((fallback) => fallback.name === name);
}

/**
 * The fonts that may hold a character which `preferred` lacks, best first. Script blocks are listed so that
 * a ten-megabyte font is read from disk only when a character can be in it.
 */
export function fontsFor(preferred: FaceName, codePoint: number): FontName[] {
  const chain: FontName[] = [preferred];
  if (preferred !== 'sans') chain.push('sans');
  for (const { name, blocks } of fallbacks) {
    for (let i = 0; i < blocks.length; i += 2) {
      if (codePoint >= (blocks[i] ?? 0) && codePoint <= (blocks[i + 1] ?? 0)) chain.push(name);
    }
  }
  return chain;
}

/** The TrueType bytes of one font. */
export function readFont(name: FontName): Uint8Array {
  const { buffer, byteOffset, length } = readFileSync(new URL(files[name].file, import.meta.url));
  // Not a Buffer: its `slice` shares memory, and a table that is changed for a subset must be a copy.
  return new Uint8Array(buffer, byteOffset, length);
}

/** The PostScript name under which subsets are embedded. */
export function postScriptName(name: FontName): string {
  return files[name].file.replace('.ttf', '');
}

/** What a PDF font descriptor says about the design (ISO 32000-2, 9.8.2). */
export function designOf(name: FontName): { serif: boolean; script: boolean; bold: boolean } {
  const { style } = files[name];
  return { serif: style === 'serif', script: style === 'script', bold: name === 'sans-bold' };
}

type FontFile = { file: string; style: 'sans' | 'serif' | 'script' };

const files: Record<FontName, FontFile> = {
  sans: { file: 'NotoSans-Regular.ttf', style: 'sans' },
  'sans-bold': { file: 'NotoSans-SemiBold.ttf', style: 'sans' },
  serif: { file: 'SourceSerif4-SemiBold.ttf', style: 'serif' },
  'dancing-script': { file: 'DancingScript-Regular.ttf', style: 'script' },
  caveat: { file: 'Caveat-Regular.ttf', style: 'script' },
  'great-vibes': { file: 'GreatVibes-Regular.ttf', style: 'script' },
  'marck-script': { file: 'MarckScript-Regular.ttf', style: 'script' },
  arabic: { file: 'NotoSansArabic-Regular.ttf', style: 'sans' },
  hebrew: { file: 'NotoSansHebrew-Regular.ttf', style: 'sans' },
  thai: { file: 'NotoSansThai-Regular.ttf', style: 'sans' },
  bengali: { file: 'NotoSansBengali-Regular.ttf', style: 'sans' },
  gujarati: { file: 'NotoSansGujarati-Regular.ttf', style: 'sans' },
  tamil: { file: 'NotoSansTamil-Regular.ttf', style: 'sans' },
  telugu: { file: 'NotoSansTelugu-Regular.ttf', style: 'sans' },
  armenian: { file: 'NotoSansArmenian-Regular.ttf', style: 'sans' },
  georgian: { file: 'NotoSansGeorgian-Regular.ttf', style: 'sans' },
  korean: { file: 'NotoSansKR-Regular.ttf', style: 'sans' },
  cjk: { file: 'NotoSansSC-Regular.ttf', style: 'sans' },
};

/** Where each fallback's characters are: first and last code point of each block in turn. */
const fallbacks: { name: FallbackName; blocks: readonly number[] }[] = [
  { name: 'hebrew', blocks: [0x0590, 0x05ff, 0xfb1d, 0xfb4f] },
  {
    name: 'arabic',
    blocks: [0x0600, 0x06ff, 0x0750, 0x077f, 0x0870, 0x08ff, 0xfb50, 0xfdff, 0xfe70, 0xfeff],
  },
  { name: 'thai', blocks: [0x0e00, 0x0e7f] },
  { name: 'bengali', blocks: [0x0980, 0x09ff] },
  { name: 'gujarati', blocks: [0x0a80, 0x0aff] },
  { name: 'tamil', blocks: [0x0b80, 0x0bff] },
  { name: 'telugu', blocks: [0x0c00, 0x0c7f] },
  { name: 'armenian', blocks: [0x0530, 0x058f, 0xfb13, 0xfb17] },
  { name: 'georgian', blocks: [0x10a0, 0x10ff, 0x1c90, 0x1cbf, 0x2d00, 0x2d2f] },
  { name: 'korean', blocks: [0x1100, 0x11ff, 0x3130, 0x318f, 0xa960, 0xa97f, 0xac00, 0xd7ff] },
  {
    name: 'cjk',
    blocks: [
      0x2000, 0x33ff, 0x3400, 0x9fff, 0xf900, 0xfaff, 0xfe10, 0xfe6f, 0xff00, 0xffef, 0x20000, 0x323af,
    ],
  },
];
