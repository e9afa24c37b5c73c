import { intlLocale, type Language } from '#core/language/language.ts';
import { flat, type Json } from './places.ts';

/** A text, or all plural forms of a text. Keys for programs are not texts. */
export type Unit = { key: string; forms: Map<string, string> };

const plural = /^(.+)_(zero|one|two|few|many|other)$/;

/** An id of an entry in a list, or a time */
function isForPrograms(path: string, text: string): boolean {
  return /(?:^|\.)\d+\.id$/.test(path) || /^\d{4}-\d\d-\d\dT/.test(text);
}

/**
 * Returns the texts of a file by their keys. The plural forms of a text are together, under its key and `#`.
 */
export function unitsOf(json: Json): Map<string, Unit> {
  const texts = flat(json);
  const units = new Map<string, Unit>();
  for (const [path, text] of texts) {
    if (text === '' || isForPrograms(path, text)) continue;
    const [, stem = '', form = ''] = plural.exec(path) ?? [];
    const key = stem !== '' && texts.has(`${stem}_other`) ? `${stem}#` : path;
    const unit = units.get(key) ?? { key, forms: new Map<string, string>() };
    unit.forms.set(key === path ? '' : form, text);
    units.set(key, unit);
  }
  return units;
}

/** Returns the names between `{{` and `}}` in any form of a text. */
export function partsOf({ forms }: Unit): string[] {
  return placeholders([...forms.values()].join(' '));
}

export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ''))].sort();
}

/** Returns the plural forms of a language in the order of CLDR: six in Arabic, three in French. */
export function formsOf(language: Language): string[] {
  const { pluralCategories } = new Intl.PluralRules(intlLocale(language)).resolvedOptions();
  return ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) =>
    pluralCategories.some((category) => category === form),
  );
}

/** Returns other texts in the structure of the English file. Keys without a text are omitted. */
export function inShapeOf(
  english: Json,
  texts: ReadonlyMap<string, Unit>,
  language: Language,
  at = '',
): Json {
  if (typeof english === 'string')
    return isForPrograms(at, english) ? english : (texts.get(at)?.forms.get('') ?? '');
  if (Array.isArray(english))
    return english.map((item, index) =>
      inShapeOf(item, texts, language, at === '' ? String(index) : `${at}.${index}`),
    );
  const shaped: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(english)) {
    const path = at === '' ? key : `${at}.${key}`;
    const [, stem = ''] = plural.exec(path) ?? [];
    const counted = texts.get(`${stem}#`);
    if (counted) {
      const name = key.replace(plural, '$1');
      for (const form of formsOf(language)) shaped[`${name}_${form}`] = counted.forms.get(form) ?? '';
    } else if (typeof value !== 'string' || value === '' || isForPrograms(path, value) || texts.has(path)) {
      shaped[key] = inShapeOf(value, texts, language, path);
    }
  }
  return shaped;
}
