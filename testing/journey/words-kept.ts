import { unzipSync } from 'fflate';
import { readAloud } from '../judges/look-at.ts';

export type WordsKept = { words: number; lost: string[] };

/**
 * Returns the words of an uploaded PDF that the sealed file lacks, each as often as it is missing. Ignores
 * tokens without a letter or digit, because some programs read the mark of a checkbox as a character and
 * others as a drawing.
 */
export async function findLostText(uploaded: Uint8Array, sealed: Uint8Array): Promise<WordsKept> {
  const left = new Map<string, number>();
  for (const word of wordsOf(await readAloud(sealed))) left.set(word, (left.get(word) ?? 0) + 1);
  const wanted = wordsOf(await readAloud(uploaded));
  const lost = wanted.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count < 1;
  });
  return { words: wanted.length, lost };
}

/**
 * Like the previous function, but for a Word file: compares the text of its main part and ignores case. Lines
 * break differently, so words are searched in the sequence of letters. Right-to-left words are compared by
 * their set of letters, since text extraction returns ligatures in a different order.
 */
export async function wordsOfWordKept(uploaded: Uint8Array, sealed: Uint8Array): Promise<WordsKept> {
  const found = lettersOf(await readAloud(sealed));
  const letters = found.join('');
  const anagrams = new Set(found.map(sorted));
  const wanted = lettersOf(textOfWord(uploaded));
  const kept = (word: string): boolean =>
    letters.includes(word) || (rightToLeft.test(word) && anagrams.has(sorted(word)));
  return { words: wanted.length, lost: wanted.filter((word) => !kept(word)) };
}

/** Removes marks, which may be separated from their letters, and the tatweel, which only stretches a word. */
const lettersOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const sorted = (word: string): string => [...word].toSorted().join('');

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[\s\p{Cc}\p{Cf}\p{Co}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/**
 * Returns the text of the paragraphs in the main part. If there is alternative content for older programs,
 * returns the first alternative.
 */
function textOfWord(bytes: Uint8Array): string {
  const part = unzipSync(bytes, { filter: ({ name }) => name === 'word/document.xml' })['word/document.xml'];
  const xml = new TextDecoder().decode(part).replace(/<mc:Fallback>.*?<\/mc:Fallback>/gs, '');
  const paragraphs = xml.split(/<\/w:p>|<w:tab\/>|<w:br\b[^>]*>/);
  return paragraphs
    .map((paragraph) =>
      [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map((run) => run[1]).join(''),
    )
    .join(' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
