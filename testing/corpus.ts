import { existsSync, readdirSync } from 'node:fs';
import { longRun } from './long-run.ts';

/**
 * Real files from a viewer's test suite, stored outside the repository; most of them have one peculiarity
 * each.
 */
export const corpus = new URL('../../shared/corpus/pdf/', import.meta.url);

export const hasCorpus = existsSync(corpus);

/**
 * Returns every ninth file, including the one that is refused, or all files in the long run. Empty without
 * the corpus.
 */
export function corpusFiles(): string[] {
  const names = hasCorpus ? readdirSync(corpus).filter((name) => name.endsWith('.pdf')) : [];
  return longRun ? names : names.sort().filter((_, at) => at % 9 === 3);
}
