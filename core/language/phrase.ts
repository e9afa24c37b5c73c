import { isolate } from './isolate.ts';
import { intlLocale, type Language } from './language.ts';

export type Parts = Record<string, string | number>;
type PluralStem<Key> = Key extends `${infer Stem}_other` ? Stem : never;

/** The keys that may be asked for: each as it stands, and the stem of those with plural forms. */
export type PhraseKey<Texts> = (keyof Texts & string) | PluralStem<keyof Texts & string>;

/**
 * How a phrase is asked for: by a key that there is, with every part that its text has. `Needed` names the parts of
 * each key that has any; it is generated from the English (`npm run translations`). Where the key is one of several,
 * the parts of all of them are wanted.
 */
export type Say<Texts, Needed> = <Key extends PhraseKey<Texts>>(
  key: Key,
  ...parts: [Key & keyof Needed] extends [never] ? [] : [parts: PartsNamed<Needed[Key & keyof Needed]>]
) => string;
type PartsNamed<Names> = { [Name in Names & string]: Name extends 'count' ? number : string | number };

/**
 * A phrase of a flat list in i18next's format: `{{part}}` is filled in, and where `count` is a number the form for it
 * is taken (`key_one`, `key_other`; Arabic has six). For the places that are too small for i18next itself.
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

export type Texts = Record<Language, Record<string, string>>;

/** The texts of every language, with the English where one of them has none yet. */
export function inEveryLanguage({ en, de, es, fr, ar }: Texts): Texts {
  return { en, de: { ...en, ...de }, es: { ...en, ...es }, fr: { ...en, ...fr }, ar: { ...en, ...ar } };
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
