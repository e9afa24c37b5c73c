import { isolate } from './isolate.ts';
import { intlLocale, type Language } from './language.ts';

export type Parts = Record<string, string | number>;
type PluralStem<Key> = Key extends `${infer Stem}_other` ? Stem : never;

/** Valid phrase keys: every key, and the stem of keys with plural forms. */
export type PhraseKey<Texts> = (keyof Texts & string) | PluralStem<keyof Texts & string>;

/**
 * Type-safe access to phrases. The key must exist, and every placeholder of its text must be given. `Needed`
 * lists the placeholders of each key and is generated from the English texts (`npm run translations`). For a
 * union of keys, the placeholders of all of them are required.
 */
export type Say<Texts, Needed> = <Key extends PhraseKey<Texts>>(
  key: Key,
  ...parts: [Key & keyof Needed] extends [never] ? [] : [parts: PartsNamed<Needed[Key & keyof Needed]>]
) => string;
type PartsNamed<Names> = { [Name in Names & string]: Name extends 'count' ? number : string | number };

/**
 * Returns a phrase from a flat list in i18next's format. Fills in `{{part}}`, and uses the plural form if
 * `count` is a number (`key_one`, `key_other`; Arabic has six forms). For bundles that must be too small for
 * i18next itself.
 */
export function phrase(
  texts: Readonly<Record<string, string>>,
  language: Language,
  key: string,
  parts: Parts = {},
): string {
  const count = parts['count'];
  const form = typeof count === 'number' ? texts[`${key}_${pluralForm(language, count)}`] : undefined;
  const text = form ?? texts[key] ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => shown(parts[name], language));
}

type TextsOf = Readonly<Record<string, string>>;

/** Returns the texts of each language, with English for missing translations. */
export function inEveryLanguage<Of extends Language>(
  texts: Readonly<Record<Of | 'en', TextsOf>>,
): Readonly<Record<Of | 'en', TextsOf>> {
  const all = Object.entries<TextsOf>(texts).map(([language, own]) => [language, { ...texts.en, ...own }]);
  return Object.fromEntries(all) as Record<Of | 'en', TextsOf>;
}

const rules = new Map<Language, Intl.PluralRules>();

function pluralForm(language: Language, count: number): Intl.LDMLPluralRule {
  const rule = rules.get(language) ?? new Intl.PluralRules(intlLocale(language));
  rules.set(language, rule);
  return rule.select(count);
}

function shown(part: string | number | undefined, language: Language): string {
  return typeof part === 'number' ? part.toLocaleString(intlLocale(language)) : isolate(part ?? '', language);
}
