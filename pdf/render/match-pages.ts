import { openRenderer } from './pdfium.ts';

/**
 * Two files created from the same Word file. `before` contains some of its pages, and `after` contains all pages
 * with the placeholders replaced by `values`. `pages` lists the pages of `after`, from 1, that correspond to
 * those of `before`.
 */
export type PagesToMatch = {
  before: Uint8Array;
  after: Uint8Array;
  pages: readonly number[];
  values: readonly string[];
};

/** Matches placeholders and anchors. */
const inBraces = /\{\{[^{}]*\}\}/g;

/**
 * Returns true if each page of `before` has the same words as the corresponding page of `after`, except for text
 * in braces and the values. The pages do not match if even one word moved to another page.
 */
export async function matchPages({ before, after, pages, values }: PagesToMatch): Promise<boolean> {
  const [one, other] = [await openRenderer(before), await openRenderer(after)];
  try {
    if ('failed' in one || 'failed' in other || one.pageCount !== pages.length) return false;
    const known = new Set(wordsOf(values.join(' ')));
    return pages.every((page, at) => {
      if (page > other.pageCount) return false;
      return differsBy(wordsOf(textOf(one, at)), wordsOf(textOf(other, page - 1)), known);
    });
  } finally {
    for (const file of [one, other]) if (!('failed' in file)) file.close();
  }
}

type Renderer = Exclude<Awaited<ReturnType<typeof openRenderer>>, { failed: unknown }>;

function textOf(file: Renderer, page: number): string {
  return file
    .pageSigns(page)
    .signs.map(({ sign }) => sign)
    .join('')
    .replaceAll(inBraces, ' ');
}

/**
 * Returns true if the second text contains all words of the first one, and additional words only from `known`.
 */
function differsBy(words: readonly string[], later: readonly string[], known: ReadonlySet<string>): boolean {
  const counts = new Map<string, number>();
  for (const word of later) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of words) {
    const left = (counts.get(word) ?? 0) - 1;
    if (left < 0) return false;
    counts.set(word, left);
  }
  return [...counts].every(([word, left]) => left === 0 || known.has(word));
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
