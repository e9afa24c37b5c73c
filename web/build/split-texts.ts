import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Keys, or their beginnings, of the texts that the frame, the dashboard and error messages show. */
const first = (
  'again bell dashboard dialog documents error library loading notFound offline onboarding.start.sample ' +
  'palette plan progress recipientStatus shell shortcuts signOn status toast unauthorized usage'
).split(' ');

/** Keys, or their beginnings, of the signer page's texts that only the dialogs of fields show. */
const ofDialogs = 'address attach date nextForYou number problem savedMark value'.split(' ');

const begins = (key: string, starts: readonly string[]) =>
  starts.some((start) => key === start || key.startsWith(`${start}.`));

/** Returns the texts that the first view of the application or of the signer page needs, or all others. */
export function partOf(
  texts: Readonly<Record<string, string>>,
  part: 'first' | 'later',
  page: 'app' | 'signer' = 'app',
): Record<string, string> {
  const isFirst = (key: string) => (page === 'app' ? begins(key, first) : !begins(key, ofDialogs));
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isFirst(key) === (part === 'first')));
}

/**
 * `import('./en.json?first')` and `import('./en.json?later')` load the two parts of a file of texts.
 * `import('./en.json?signer')` returns the first part with functions that load the later part and the texts
 * of refusals, so that the first script of the signer page has a single entry for each language.
 */
export function splitTexts(): Plugin {
  return {
    name: 'split-texts',
    enforce: 'pre',
    resolveId(source, importer) {
      const [, file, part] = /^(.+)\.json\?(first|later|signer)$/.exec(source) ?? [];
      // The id must not end in .json, which Vite would parse.
      return file && importer ? `\0texts-${part}:${resolve(dirname(importer), file)}` : undefined;
    },
    async load(id) {
      const [, part, file] = /^\0texts-(first|later|signer):(.+)$/.exec(id) ?? [];
      if (!file) return undefined;
      this.addWatchFile(`${file}.json`);
      const read = async (name: string) =>
        JSON.parse(await readFile(`${name}.json`, 'utf8')) as Record<string, string>;
      const page = file.includes('/signer/') ? 'signer' : 'app';
      // Translations for languages that only recipients read may be incomplete.
      const texts = {
        ...(page === 'signer' && (await read(resolve(dirname(file), 'en')))),
        ...(await read(file)),
      };
      const own = partOf(texts, part === 'later' ? 'later' : 'first', page);
      const code = `export default ${JSON.stringify(own)}`;
      const problems = `${file.replace('/signer/', '/problems/')}.json`;
      return part !== 'signer'
        ? code
        : `${code};
export const later = () => import(${JSON.stringify(`${file}.json?later`)});
export const problems = () => ${existsSync(problems) ? `import(${JSON.stringify(problems)})` : '({ default: {} })'};`;
    },
  };
}
