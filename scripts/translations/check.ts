import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { appLanguages, type Language } from '#core/language/language.ts';
import { refusalParameters } from '#core/refusal-parameters.ts';
import { places, readTexts, type Place } from './places.ts';
import { formsOf, partsOf, placeholders, unitsOf, type Unit } from './units.ts';

export type Finding = { place: Place; key: string; language: Language; problem: string };

/**
 * Digest of the English text from which each translation was made. If the English has changed since, the
 * translation must be reviewed.
 */
export const madeFromFile = path.join(import.meta.dirname, 'made-from.json');
export type MadeFrom = Record<string, Record<string, string>>;

/** The languages of the application into which English is translated, in the order of a list. */
export const others: Language[] = appLanguages.filter((language) => language !== 'en');

/** Texts that are the same in several languages, such as names. */
const sameAnywhere: Partial<Record<Language, readonly RegExp[]>> = { de: [/^Name \(optional\)$/] };

/** Returns everything that is missing, unused, or malformed in the other languages. */
export function findings(): Finding[] {
  const madeFrom = readMadeFrom();
  return places().flatMap((place) => {
    const english = unitsOf(readTexts(place, 'en'));
    return others.flatMap((language) => {
      const translated = unitsOf(readTexts(place, language));
      const wrong = [...english.values()].flatMap((unit) =>
        problemsOf(unit, translated.get(unit.key), language, madeFrom[place.name]?.[unit.key]).map(
          (problem) => ({
            place,
            key: unit.key,
            language,
            problem,
          }),
        ),
      );
      const unused = [...translated.keys()].filter((key) => !english.has(key));
      return [...wrong, ...unused.map((key) => ({ place, key, language, problem: 'is not in English' }))];
    });
  });
}

/** Returns everything that is wrong with a translation. `madeFrom` is the digest of its English text. */
export function problemsOf(
  english: Unit,
  unit: Unit | undefined,
  language: Language,
  madeFrom: string | undefined,
): string[] {
  if (!unit) return ['is missing'];
  const problems: string[] = [];
  if (madeFrom !== digestOf(english)) problems.push('was made from an earlier English text');
  const wanted = english.key.endsWith('#') ? formsOf(language) : [''];
  if (wanted.some((form) => !unit.forms.has(form))) problems.push(`lacks the forms ${wanted.join(', ')}`);
  if ([...unit.forms.keys()].some((form) => !wanted.includes(form))) problems.push('has an extra form');
  const parts = partsOf(english);
  for (const text of unit.forms.values()) {
    const used = placeholders(text);
    const lost = parts.filter((part) => part !== 'count' && !used.includes(part));
    const unknown = used.filter(
      (part) => !parts.includes(part) && !givenWithProblem(english.key).includes(part),
    );
    if (pageNumbersOf(text) !== pageNumbersOf([...english.forms.values()].join(' ')))
      problems.push('has other {page numbers}');
    if (lost.length > 0) problems.push(`has lost {{${lost.join('}}, {{')}}}`);
    if (unknown.length > 0) problems.push(`asks for {{${unknown.join('}}, {{')}}}, which is not given`);
  }
  if (isLeftInEnglish(english, unit, language)) problems.push('is still the English text');
  return problems;
}

/**
 * Returns the additional placeholders that the translation of a refusal may contain: the server's own
 * sentence, if only that has the reason, and its parameters.
 */
function givenWithProblem(key: string): readonly string[] {
  if (!key.startsWith('problem.')) return [];
  if (key.startsWith('problem.upload-refused.')) return ['page', 'words'];
  if (key.startsWith('problem.value.'))
    return ['field', 'page', 'value', 'limit', 'first', 'second', 'other'];
  const parameters: Partial<Record<string, readonly string[]>> = refusalParameters;
  return ['detail', ...(parameters[key.slice('problem.'.length)] ?? [])];
}

/** Numbers that are known only after the layout: `{page}`. */
const pageNumbersOf = (text: string): string =>
  [...new Set(text.match(/(?<!\{)\{(?:first|last|page|pages|filePage|filePages)\}(?!\})/g))].sort().join();

/** A single word may be the same in two languages, but a sentence may not. */
function isLeftInEnglish(english: Unit, unit: Unit, language: Language): boolean {
  const [text = ''] = [...english.forms.values()].slice(-1);
  const words = text.replace(/\{\{\w+\}\}/g, '').match(/\p{L}{2,}/gu) ?? [];
  const same = [...unit.forms.values()].includes(text);
  return same && words.length > 1 && !sameAnywhere[language]?.some((pattern) => pattern.test(text));
}

export function digestOf({ forms }: Unit): string {
  return createHash('sha256')
    .update([...forms.values()].join('\n'))
    .digest('base64url')
    .slice(0, 8);
}

export function readMadeFrom(): MadeFrom {
  return existsSync(madeFromFile) ? (JSON.parse(readFileSync(madeFromFile, 'utf8')) as MadeFrom) : {};
}
