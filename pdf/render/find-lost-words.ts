import { openRenderer } from './pdfium.ts';

type Page = { crop: readonly [number, number, number, number] };

/** A file and the texts from which it was created, one per paragraph. */
export type TextsOnPages = { pdf: Uint8Array; pages: readonly Page[]; texts: readonly string[] };

/** Maximum number and length of the passages that are listed. */
const most = { passages: 5, length: 80 };
/** Time limit in milliseconds for reading the pages. A slower file is not checked. */
const enoughTime = 5000;

/**
 * Returns passages of the texts whose words are on none of the pages, in order. Returns nothing if the file
 * cannot be opened or takes too long. A word counts as present if its letters appear in sequence, ignoring case,
 * because lines can break inside words.
 */
export async function findLostWords({ pdf, pages, texts }: TextsOnPages): Promise<string[]> {
  const shown = await readPages(pdf, pages);
  if (shown === undefined) return [];
  const words = lettersOf(shown.asWritten);
  const known = new Set(words);
  const letters = words.join('');
  let lines: string | undefined;
  // Letters in a different font than the rest of their word come later in the file.
  const isInALine = (word: string): boolean =>
    (lines ??= lettersOf(asLines(shown.letters)).join('')).includes(word);
  const anagrams = new Set(words.filter((word) => rightToLeft.test(word)).map(sorted));
  const isThere = (word: string): boolean => {
    if (known.has(word) || !readable.test(word)) return true;
    const isPresent =
      letters.includes(word) || (rightToLeft.test(word) && anagrams.has(sorted(word))) || isInALine(word);
    if (isPresent) known.add(word);
    return isPresent;
  };
  const passages: string[] = [];
  for (const text of texts) {
    let passage: string[] = [];
    for (const word of [...text.split(/\s+/u), '']) {
      const parts = vowelled.test(word) ? [] : lettersOf(word);
      if (parts.length > 0 && !parts.every(isThere)) passage.push(word);
      else if (parts.length > 0 || word === '') {
        if (passage.length > 0) passages.push(passage.join(' ').slice(0, most.length));
        passage = [];
      }
    }
    if (passages.length >= most.passages) break;
  }
  return [...new Set(passages)].slice(0, most.passages);
}

/** `x` and `y` are the center in points. `height` is that of the letter's box. */
type Letter = { sign: string; page: number; x: number; y: number; height: number };

/** Returns the letters in the visible areas of all pages with their positions, in file order. */
async function readPages(
  pdf: Uint8Array,
  pages: readonly Page[],
): Promise<{ asWritten: string; letters: Letter[] } | undefined> {
  const file = await openRenderer(pdf);
  if ('failed' in file) return undefined;
  const until = performance.now() + enoughTime;
  try {
    let asWritten = '';
    const letters: Letter[] = [];
    for (const [page, { crop }] of pages.entries()) {
      if (performance.now() > until) return undefined;
      for (const { sign, box } of file.pageLetters(page)) {
        const [x, y] = box ? [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] : [crop[0], crop[1]];
        if (x < crop[0] || x > crop[2] || y < crop[1] || y > crop[3]) continue;
        asWritten += sign;
        if (box && sign.trim() !== '') letters.push({ sign, page, x, y, height: box[3] - box[1] });
      }
      asWritten += '\n';
    }
    return { asWritten, letters };
  } finally {
    file.close();
  }
}

/**
 * Joins letters line by line from left to right. Two letters are on the same line if the middle of one is within
 * the height of the other.
 */
function asLines(letters: readonly Letter[]): string {
  const lines: Letter[][] = [];
  for (const letter of letters.toSorted((a, b) => a.page - b.page || b.y - a.y)) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const isSame = last?.page === letter.page && last.y - letter.y < Math.max(last.height, letter.height) / 2;
    if (isSame) line?.push(letter);
    else lines.push([letter]);
  }
  return lines
    .map((line) => line.toSorted((a, b) => a.x - b.x).map(({ sign }) => sign))
    .map((signs) => signs.join(''))
    .join('\n');
}

/**
 * Removes marks, which are positioned separately from their letters, and the tatweel, which only stretches a
 * word. Letters with irregular capitals are made equal, because a style may print ‘Straße’ as ‘STRASSE’.
 */
const lettersOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replaceAll('ı', 'i')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * Vowel marks of these scripts split a word when text is extracted from a PDF, so such words are not checked.
 */
const vowelled = /[\p{Script=Arabic}\p{Script=Hebrew}]\p{M}/u;

/** Ligatures of these scripts are extracted from a PDF in a different order. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const sorted = (word: string): string => [...word].toSorted().join('');

/**
 * Scripts whose letters are extracted from a PDF unchanged. Fonts join and reorder the letters of other scripts.
 */
const readable =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{N}]+$/u;
