import { wellFormed } from '../language/well-formed.ts';
import { isBlank } from '../language/visible.ts';

/**
 * Reduces a title to a single line, because titles appear in email subjects, in file names and on the
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
 * Title prefix of every test document. It appears in lists, in emails, on certificates and on the signing page.
 */
const testMark = 'TEST: ';

/** Returns the title for a document created with a test key. Does not repeat an existing prefix. */
export function testTitle(title: string): string {
  return title.startsWith(testMark) ? title : cleanTitle(`${testMark}${title}`);
}

/** Maximum title length in UTF-16 code units, as in the API contract. */
const maxTitleLength = 200;

/** Returns the title of a copy, such as 'Lease (copy)', shortened if necessary. */
export function copyTitle(title: string): string {
  const mark = ' (copy)';
  return `${cleanTitle(title.slice(0, maxTitleLength - mark.length))}${mark}`;
}

/** Returns the default title for a file: its name without the extension. */
export function titleFrom(fileName: string): string {
  return fileName.replace(/\.[^.]+$/, '') || fileName;
}
