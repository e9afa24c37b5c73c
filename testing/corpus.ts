import { existsSync, readdirSync } from 'node:fs';
import { longRun } from './long-run.ts';

/** Real files from a viewer's test suite, kept beside the project; most of them are odd in one way each. */
export const corpus = new URL('../../shared/corpus/pdf/', import.meta.url);

export const hasCorpus = existsSync(corpus);

/** Every ninth of the files, the one that is refused among them; all of them in the long run. None without corpus. */
export function corpusFiles(): string[] {
  const names = hasCorpus ? readdirSync(corpus).filter((name) => name.endsWith('.pdf')) : [];
  return longRun ? names : names.sort().filter((_, at) => at % 9 === 3);
}
