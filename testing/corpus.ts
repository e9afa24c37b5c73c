import { existsSync, readdirSync } from 'node:fs';
import { longRun } from './long-run.ts';

/**
 * Real files from the test suite of a PDF viewer. They are stored outside the repository, and most of them
 * are unusual in one way.
 */
export const corpus = new URL('../../shared/corpus/pdf/', import.meta.url);

export const hasCorpus = existsSync(corpus);

/**
 * Returns all files in the long run, and otherwise every ninth, including the one that is refused. Empty if
 * there is no corpus.
 */
export function corpusFiles(): string[] {
  const names = hasCorpus ? readdirSync(corpus).filter((name) => name.endsWith('.pdf')) : [];
  return longRun ? names : names.sort().filter((_, at) => at % 9 === 3);
}
