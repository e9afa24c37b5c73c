import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const options = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8')) as Parameters<
  typeof format
>[2];

/**
 * Formats a generated file like `npm run format`.
 * @throws Error if the file cannot be parsed as the type that its name indicates
 */
export async function formatSource(name: string, source: string): Promise<string> {
  const { code, errors } = await format(name, source, options);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`);
  return code;
}
