import { wellFormed } from '../language/well-formed.ts';
/**
 * Returns file names for documents in one archive. They are valid on every file system, and unique even if case
 * is ignored. `suffix` is inserted before the extension.
 */
export function archiveNames(documents: readonly { title: string; suffix: string }[]): string[] {
  const taken = new Set<string>();
  return documents.map(({ title, suffix }) => {
    const stem = safeStem(title);
    for (let number = 1; ; number += 1) {
      const name = `${stem}${number === 1 ? '' : ` (${number})`}${suffix}.pdf`;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

/** Most file systems allow 255 bytes per name. The number, suffix and extension need up to 55 of them. */
const usualBytes = 200;

/** Device names that Windows reserves regardless of the extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Returns a file name without extension that is valid on every file system, with at most 100 characters and
 * `maxBytes` bytes.
 */
export function safeStem(title: string, maxBytes = usualBytes): string {
  const stem = wellFormed(title)
    .normalize('NFC')
    .replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim();
  const cut = cutToBytes(stem, maxBytes).replace(/[. ]+$/, '');
  if (cut === '') return 'document';
  return devices.test(cut) ? `${cut}_` : cut;
}

/** User-perceived characters; in Firefox before 125, code points. */
function* charactersOf(text: string): Generator<string> {
  if (typeof Intl.Segmenter !== 'function') return yield* text;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text))
    yield segment;
}

/** Cuts a text to at most 100 user-perceived characters (grapheme clusters) and `maxBytes` bytes. */
function cutToBytes(text: string, maxBytes: number): string {
  let cut = '';
  let bytes = 0;
  for (const segment of charactersOf(text)) {
    bytes += utf8Length(segment);
    if (bytes > maxBytes || cut.length + segment.length > 100) break;
    cut += segment;
  }
  return cut;
}

/** Returns the length in UTF-8 bytes. Lone surrogates count as U+FFFD, which replaces them when encoded. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}
