import { wellFormed } from '../language/well-formed.ts';
/**
 * Returns file names for documents that are packed together: safe on every file system, and unique regardless
 * of case. `suffix` is inserted before the extension.
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

/** A name has at most 255 bytes on most file systems; number, suffix and extension need up to 55. */
const usualBytes = 200;

/** Device names that Windows reserves regardless of the extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name without extension that every file system accepts: at most 100 characters, and a limited number of bytes. */
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

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** At most 100 characters, cut between characters as a reader sees them. */
function cutToBytes(text: string, maxBytes: number): string {
  let cut = '';
  let bytes = 0;
  for (const { segment } of graphemes.segment(text)) {
    bytes += utf8Length(segment);
    if (bytes > maxBytes || cut.length + segment.length > 100) break;
    cut += segment;
  }
  return cut;
}

/** The number of bytes in UTF-8. Lone surrogates count as U+FFFD, which replaces them. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}
