import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const options = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8')) as Parameters<
  typeof format
>[2];

/** A file that a program writes, laid out as `npm run format` would. Throws when it cannot be read as what its name says. */
export async function formatSource(name: string, source: string): Promise<string> {
  const { code, errors } = await format(name, source, options);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`);
  return code;
}
