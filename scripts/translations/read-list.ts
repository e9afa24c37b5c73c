import { others } from './check.ts';

/**
 * Parses a list for `npm run translations -- <file>` to place → key → one line per language. Refuses a line
 * that begins with a language code, because the order determines the language and the code would become part
 * of the text.
 */
export function readList(list: string): Map<string, Map<string, string[]>> {
  const listed = new Map<string, Map<string, string[]>>();
  let place = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of list.split('\n').map((text) => text.trim())) {
    if (line === '' || line.startsWith('= ') || line.startsWith('? ')) continue;
    if (line.startsWith('## '))
      listed.set(line.slice(3), (place = listed.get(line.slice(3)) ?? new Map<string, string[]>()));
    else if (lines.length === 4 || place.size === 0) place.set(line, (lines = []));
    else lines.push(line);
    if (line.startsWith('## ')) lines = ['', '', '', ''];
  }
  for (const texts of listed.values())
    for (const [key, said] of texts) if (hasPrefixes(said)) throw new Error(refusal(key, said));
  return listed;
}

/**
 * Returns true if several lines begin with a language code. A single code may be a word, as in 'es igual a'.
 */
function hasPrefixes(lines: readonly string[]): boolean {
  const own = lines.filter((line, index) => new RegExp(`^${others[index]}[: ]`).test(line));
  return own.length > 1;
}

function refusal(key: string, lines: readonly string[]): string {
  return `${key}: remove the language code at the beginning of each line. Nothing was imported.\n${lines.join('\n')}`;
}
