import { others, type Finding } from './check.ts';
import { places, readTexts } from './places.ts';
import { formLine } from './lines.ts';
import { unitsOf, type Unit } from './units.ts';

/**
 * Returns the texts that need a translation, in the format that `readList` reads: the key, `= ` and the
 * English, `? ` and the problem, then the four translations if they exist.
 */
export function openList(open: readonly Finding[]): string {
  return places()
    .flatMap((place) => {
      const wrong = Map.groupBy(
        open.filter((finding) => finding.place.name === place.name),
        ({ key }) => key,
      );
      if (wrong.size === 0) return [];
      const english = unitsOf(readTexts(place, 'en'));
      const translated = others.map((language) => unitsOf(readTexts(place, language)));
      const entries = [...wrong].map(([key, findings]) =>
        entry(
          key,
          english.get(key),
          translated.map((units) => units.get(key)),
          findings,
        ),
      );
      return ['', `## ${place.name}`, ...entries];
    })
    .join('\n');
}

function entry(
  key: string,
  english: Unit | undefined,
  translations: readonly (Unit | undefined)[],
  findings: readonly Finding[],
): string {
  const problems = new Set(findings.map(({ language, problem }) => `${language}: ${problem}`));
  const isNew = translations.every((unit) => unit === undefined);
  const lines = translations.flatMap((unit, at) => (unit ? [formLine(unit, others[at]!)] : []));
  return [
    key,
    `= ${[...(english?.forms.values() ?? [])].join(' | ')}`,
    ...(isNew ? [] : [`? ${[...problems].join('; ')}`]),
    // The order determines the language, so an incomplete set cannot be reused.
    ...(english && lines.length === others.length ? lines : []),
  ].join('\n');
}
