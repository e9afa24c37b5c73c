import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ceremonyRows } from '#contract/signing/ceremony-routes.ts';
import { appLanguages, languages, type Language } from '#core/language/language.ts';
import { digestOf, problemsOf, type MadeFrom } from './check.ts';
import { fileOf, places, readTexts, writeTexts, type Place } from './places.ts';
import { formLine, unitFrom } from './lines.ts';
import { inShapeOf, unitsOf, type Unit } from './units.ts';

/** The languages that only recipients read. A text without a translation is shown in English. */
export const recipientLanguages: Language[] = languages.filter(
  (language) => !appLanguages.some((one) => one === language),
);

const root = path.join(import.meta.dirname, '../..');
const madeFromFile = path.join(import.meta.dirname, 'made-from-of-recipients.json');
const pageFile = path.join(root, 'docs/languages.md');

const recipientPlaces = (): Place[] => places().filter(({ forRecipients }) => forRecipients);

/** Refusals that a signing link can return. All others are shown in English. */
const signerRefusals: ReadonlySet<string> = new Set(
  Object.values(ceremonyRows).flatMap(({ refusals }) => refusals.map((code) => `problem.${code}`)),
);

/** Emails and pages for account holders and operators, which are in the languages of the application. */
const forMembers =
  /^(?:identity|outbox|log|report|replyTo|supportAnswer|destination|undelivered|link-due|signed|approved|delegated|paper)\.|^switch$/;

/** Returns the English texts of a place that recipients read. */
function unitsForRecipients(place: Place): Unit[] {
  const units = [...unitsOf(readTexts(place, 'en')).values()];
  if (place.name === 'mails') return units.filter(({ key }) => !forMembers.test(key));
  return place.name === 'problems'
    ? units.filter(({ key }) => key.startsWith('problem.value.') || signerRefusals.has(key))
    : units;
}

const readMadeFrom = (): Record<string, MadeFrom> =>
  existsSync(madeFromFile)
    ? (JSON.parse(readFileSync(madeFromFile, 'utf8')) as Record<string, MadeFrom>)
    : {};

type Open = { place: Place; english: Unit; unit: Unit | undefined; problems: string[] };

/** Returns the texts of a language that are missing, or that do not fit their English. */
export function openTexts(language: Language): Open[] {
  const madeFrom = readMadeFrom()[language] ?? {};
  return recipientPlaces().flatMap((place) => {
    const translated = unitsOf(readTexts(place, language));
    return unitsForRecipients(place).flatMap((english) => {
      const unit = translated.get(english.key);
      const problems = problemsOf(english, unit, language, madeFrom[place.name]?.[english.key]);
      return problems.length > 0 ? [{ place, english, unit, problems }] : [];
    });
  });
}

/**
 * Returns the open texts of a language as a list: a line `# language`, a line `## place`, then for each text
 * its key and its English. `takeList` reads it with a line below each key: the translation.
 */
export function listOf(language: Language): string {
  const rows = openTexts(language).map(({ place, english, unit, problems }) => ({
    place: place.name,
    lines: [
      english.key,
      `= ${formLine(english, 'en')}`,
      ...(unit ? [`? ${problems.join('; ')}`, formLine(unit, language)] : []),
    ],
  }));
  return [...Map.groupBy(rows, ({ place }) => place)].reduce(
    (list, [place, texts]) => [list, '', `## ${place}`, ...texts.flatMap(({ lines }) => lines)].join('\n'),
    `# ${language}`,
  );
}

/**
 * Removes translations of texts that have changed or no longer exist. English is shown until they are
 * translated again.
 */
export function removeOutdated(): void {
  // A disclosure must be complete, so a test fails until it is translated again.
  for (const language of recipientLanguages)
    takeList(
      language,
      '',
      openTexts(language).filter(({ place }) => place.name !== 'disclosure'),
    );
}

/** Returns the language of a list for recipients; undefined for other lists. */
export function languageOfList(list: string): Language | undefined {
  const named = /^# (\S+)$/m.exec(list.split('\n', 1)[0] ?? '')?.[1];
  return recipientLanguages.find((language) => language === named);
}

/** Saves the translations of a list, and removes those that are outdated. */
export function takeList(language: Language, list: string, outdated: readonly Open[] = []): void {
  const all = readMadeFrom();
  const madeFrom = all[language] ?? {};
  const listed = translationsIn(list);
  for (const place of recipientPlaces()) {
    const english = readTexts(place, 'en');
    const known = new Map(unitsForRecipients(place).map((unit) => [unit.key, unit]));
    const units = unitsOf(readTexts(place, language));
    const texts = listed.get(place.name) ?? new Map<string, string>();
    for (const key of units.keys())
      if (!known.has(key) || outdated.some((one) => one.place.name === place.name && one.english.key === key))
        units.delete(key);
    for (const [key, line] of texts) {
      if (known.has(key)) units.set(key, unitFrom(key, line, language));
      else console.error(`${place.name} has no ${key}`);
    }
    madeFrom[place.name] = Object.fromEntries(
      [...known].flatMap(([key, unit]) => {
        const digest = texts.has(key) ? digestOf(unit) : madeFrom[place.name]?.[key];
        return digest === undefined || !units.has(key) ? [] : [[key, digest]];
      }),
    );
    if (units.size > 0 || existsSync(fileOf(place, language)))
      writeTexts(place, language, inShapeOf(english, units, language));
  }
  writeFileSync(madeFromFile, `${JSON.stringify({ ...all, [language]: madeFrom }, null, 2)}\n`);
}

function translationsIn(list: string): Map<string, Map<string, string>> {
  const listed = new Map<string, Map<string, string>>();
  let place = new Map<string, string>();
  let key: string | undefined;
  for (const line of list
    .split('\n')
    .slice(1)
    .map((text) => text.trim())) {
    if (line === '' || line.startsWith('= ') || line.startsWith('? ')) continue;
    if (line.startsWith('## ')) listed.set(line.slice(3), (place = new Map<string, string>()));
    else if (key === undefined) {
      key = line;
      continue;
    } else place.set(key, line);
    key = undefined;
  }
  return listed;
}

/** Returns the page about languages, with the share of each place that is translated. */
export function languagesPage(): string {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const wanted = recipientPlaces().map((place) => [place, unitsForRecipients(place).length] as const);
  const rows = recipientLanguages.map((language) => {
    const open = openTexts(language);
    const shares = wanted.map(([place, count]) => {
      const missing = open.filter((text) => text.place.name === place.name).length;
      return `${Math.floor(((count - missing) / count) * 100)} %`;
    });
    return [`${names.of(language)} (\`${language}\`)`, ...shares];
  });
  const page = readFileSync(pageFile, 'utf8');
  const [before = ''] = page.split('\n| Language ');
  const heads = ['Language', ...wanted.map(([{ name }]) => name)];
  return `${before}\n${tableOf([heads, ...rows])}\n`;
}

/** Returns a table with columns of equal width, as the formatter writes it. */
function tableOf([heads = [], ...rows]: string[][]): string {
  const widths = heads.map((_, at) => Math.max(...[heads, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  return [heads, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

export const isPageStale = (): boolean => readFileSync(pageFile, 'utf8') !== languagesPage();

export const writeLanguagesPage = (): void => {
  if (isPageStale()) writeFileSync(pageFile, languagesPage());
};
