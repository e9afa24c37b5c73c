import { readFileSync, writeFileSync } from 'node:fs';
import type { Language } from '#core/language/language.ts';
import { digestOf, findings, madeFromFile, others, readMadeFrom } from './check.ts';
import { unitFrom } from './lines.ts';
import { openList } from './open-list.ts';
import { writePartsFiles } from './parts.ts';
import { places, readTexts, writeTexts, type Place } from './places.ts';
import { readList } from './read-list.ts';
import {
  languageOfList,
  listOf,
  recipientLanguages,
  removeOutdated,
  takeList,
  writeLanguagesPage,
} from './recipient-languages.ts';
import { inShapeOf, unitsOf } from './units.ts';

/**
 * `npm run translations` prints the texts that need a translation as a list: a line `## place`, then for each
 * text its key and its English. `npm run translations -- <file>` reads such a list with four lines below each
 * key: German, Spanish, French, Arabic. Translations made from an earlier English text are printed there, to
 * be corrected or confirmed. Plural forms are on one line separated by ` | `, in the order zero, one, two, few,
 * many, other as far as the language has them (French and Spanish 'many' may be omitted: it is the same as
 * 'other'). Both also regenerate the types of the texts' parameters.
 *
 * `npm run translations -- it` prints such a list for a language that only recipients read, with one line below
 * each key.
 */
const [, , requested] = process.argv;
const language = recipientLanguages.find((one) => one === requested);
if (language) console.log(listOf(language));
else if (requested === undefined) console.log(openList(findings()));
else save(readFileSync(requested, 'utf8'));
removeOutdated();
writePartsFiles();
writeLanguagesPage();

function save(list: string): void {
  const ofRecipients = languageOfList(list);
  if (ofRecipients) takeList(ofRecipients, list);
  else take(list);
}

function take(list: string): void {
  const listed = readList(list);
  const madeFrom = readMadeFrom();
  for (const place of places()) {
    const english = readTexts(place, 'en');
    const units = unitsOf(english);
    const texts = listed.get(place.name) ?? new Map<string, string[]>();
    for (const [index, language] of others.entries()) saveTexts(place, language, index, texts);
    const unknown = [...texts.keys()].filter((key) => !units.has(key));
    if (unknown.length > 0) console.error(`${place.name} has no ${unknown.join(', ')}`);
    const before = madeFrom[place.name] ?? {};
    madeFrom[place.name] = Object.fromEntries(
      [...units.values()].flatMap((unit) => {
        const digest = texts.has(unit.key) ? digestOf(unit) : before[unit.key];
        return digest === undefined ? [] : [[unit.key, digest]];
      }),
    );
  }
  writeFileSync(madeFromFile, `${JSON.stringify(madeFrom, null, 1)}\n`);
}

function saveTexts(
  place: Place,
  language: Language,
  index: number,
  texts: ReadonlyMap<string, string[]>,
): void {
  const units = unitsOf(readTexts(place, language));
  for (const [key, lines] of texts) {
    const line = lines[index];
    if (line === undefined) throw new Error(`${place.name} ${key} has ${lines.length} lines`);
    units.set(key, unitFrom(key, line, language));
  }
  const before = readTexts(place, language);
  const after = inShapeOf(readTexts(place, 'en'), units, language);
  // An unchanged file keeps its formatting.
  if (JSON.stringify(after) !== JSON.stringify(before)) writeTexts(place, language, after);
}
