import { readFileSync, writeFileSync } from 'node:fs';
import type { Language } from '#core/language/language.ts';
import { digestOf, findings, madeFromFile, others, readMadeFrom } from './check.ts';
import { openList } from './open-list.ts';
import { writePartsFiles } from './parts.ts';
import { places, readTexts, writeTexts, type Place } from './places.ts';
import { readList } from './read-list.ts';
import { formsOf, inShapeOf, unitsOf, type Unit } from './units.ts';

/**
 * `npm run translations` prints the texts that need a translation as a list: a line `## place`, then for each
 * text its key and its English. `npm run translations -- <file>` reads such a list with four lines below each
 * key: German, Spanish, French, Arabic. Translations made from an earlier English text are printed there, to
 * be corrected or confirmed. Plural forms are on one line separated by ` | `, in the order zero, one, two, few,
 * many, other as far as the language has them (French and Spanish 'many' may be omitted: it is the same as
 * 'other'). Both also regenerate the types of the texts' parameters.
 */
const [, , file] = process.argv;
if (file === undefined) console.log(openList(findings()));
else take(readFileSync(file, 'utf8'));
writePartsFiles();

function take(list: string): void {
  const given = readList(list);
  const madeFrom = readMadeFrom();
  for (const place of places()) {
    const english = readTexts(place, 'en');
    const units = unitsOf(english);
    const texts = given.get(place.name) ?? new Map<string, string[]>();
    for (const [index, language] of others.entries()) save(place, language, index, texts);
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

function save(place: Place, language: Language, index: number, texts: ReadonlyMap<string, string[]>): void {
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

function unitFrom(key: string, line: string, language: Language): Unit {
  if (!key.endsWith('#')) return { key, forms: new Map([['', line]]) };
  const forms = formsOf(language);
  const parts = line.split(' | ');
  if (parts.length === forms.length - 1 && forms.includes('many'))
    parts.splice(forms.indexOf('many'), 0, parts.at(-1)!);
  if (parts.length !== forms.length) throw new Error(`${language} ${key} needs ${forms.join(' | ')}`);
  return { key, forms: new Map(forms.map((form, at) => [form, parts[at]!])) };
}
