import { wellFormed } from '../language/well-formed.ts';
import { isBlank } from '../language/visible.ts';

/**
 * Reduces a title to one line of text, because titles appear in email subjects, file names and on the
 * certificate (S-16, S-26).
 */
export function cleanTitle(title: string): string {
  const line = wellFormed(title)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (isBlank(line)) return '';
  return line.length <= maxTitleLength
    ? line
    : line
        .slice(0, maxTitleLength)
        .replace(/[\ud800-\udbff]$/, '')
        .trim();
}

/**
 * Prefix of the title of every test document, wherever it is shown: in lists, in emails, on certificates and
 * to signers.
 */
const testMark = 'TEST: ';

/**
 * Returns the title of a document created with a test key; a title that already has the prefix is unchanged.
 */
export function testTitle(title: string): string {
  return title.startsWith(testMark) ? title : cleanTitle(`${testMark}${title}`);
}

/** UTF-16 code units, as in the contract. */
const maxTitleLength = 200;

/** 'Lease' becomes 'Lease (copy)', shortened where necessary. */
export function copyTitle(title: string): string {
  const mark = ' (copy)';
  return `${cleanTitle(title.slice(0, maxTitleLength - mark.length))}${mark}`;
}

/** Returns the default title of a file: its name without the extension. */
export function titleFrom(fileName: string): string {
  return fileName.replace(/\.[^.]+$/, '') || fileName;
}
