import type { Language } from '#core/language/language.ts';
import { formsOf, type Unit } from './units.ts';

/** Returns a text as a line of a list: its plural forms separated by ` | `, line breaks as `\\n`. */
export function formLine({ forms }: Unit, language: Language): string {
  const texts = forms.has('') ? [forms.get('')!] : formsOf(language).map((form) => forms.get(form) ?? '');
  return texts.join(' | ').replaceAll('\n', String.raw`\n`);
}

/** Parses a line of a list. 'many' may be omitted, and then equals 'other'. */
export function unitFrom(key: string, written: string, language: Language): Unit {
  const line = written.replaceAll(String.raw`\n`, '\n');
  if (!key.endsWith('#')) return { key, forms: new Map([['', line]]) };
  const forms = formsOf(language);
  const parts = line.split(' | ');
  if (parts.length === forms.length - 1 && forms.includes('many'))
    parts.splice(forms.indexOf('many'), 0, parts.at(-1)!);
  if (parts.length !== forms.length) throw new Error(`${language} ${key} needs ${forms.join(' | ')}`);
  return { key, forms: new Map(forms.map((form, at) => [form, parts[at]!])) };
}
