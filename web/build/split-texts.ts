import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The keys, or their beginnings, that the frame, the dashboard and messages about failures show. */
const first = (
  'again bell dashboard dialog documents error library loading notFound offline onboarding.start.sample ' +
  'palette plan progress recipientStatus shell shortcuts signOn status toast unauthorized usage'
).split(' ');

const isFirst = (key: string) => first.some((start) => key === start || key.startsWith(`${start}.`));

/** Returns the texts that the first view needs, or all others. */
export function partOf(
  texts: Readonly<Record<string, string>>,
  part: 'first' | 'later',
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isFirst(key) === (part === 'first')));
}

/** `import('./en.json?first')` and `import('./en.json?later')` load the two parts of a file of texts. */
export function splitTexts(): Plugin {
  return {
    name: 'split-texts',
    enforce: 'pre',
    resolveId(source, importer) {
      const [, file, part] = /^(.+)\.json\?(first|later)$/.exec(source) ?? [];
      // Not with the ending .json, which Vite would parse.
      return file && importer ? `\0texts-${part}:${resolve(dirname(importer), file)}` : undefined;
    },
    async load(id) {
      const [, part, file] = /^\0texts-(first|later):(.+)$/.exec(id) ?? [];
      if (!file) return undefined;
      this.addWatchFile(`${file}.json`);
      const texts = JSON.parse(await readFile(`${file}.json`, 'utf8')) as Record<string, string>;
      return `export default ${JSON.stringify(partOf(texts, part as 'first' | 'later'))}`;
    },
  };
}
