import { isBlank } from '../language/visible.ts';

/** One line of text: titles stand in mail subjects, file names and on the certificate (S-16, S-26). */
export function cleanTitle(title: string): string {
  const line = title
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (isBlank(line)) return '';
  return line.length <= longestTitle
    ? line
    : line
        .slice(0, longestTitle)
        .replace(/[\ud800-\udbff]$/, '')
        .trim();
}

/** Before the title of every test document, wherever it is shown: in lists, mails, on certificates and to signers. */
const testMark = 'TEST: ';

/** The title of a document that was made with a test key; one that says so already stays. */
export function testTitle(title: string): string {
  return title.startsWith(testMark) ? title : cleanTitle(`${testMark}${title}`);
}

/** UTF-16 units, as the contract counts. */
const longestTitle = 200;

/** 'Lease' becomes 'Lease (copy)', shortened where that would be too long. */
export function copyTitle(title: string): string {
  const mark = ' (copy)';
  return `${cleanTitle(title.slice(0, longestTitle - mark.length))}${mark}`;
}
