import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { places, readTexts, type Place } from './places.ts';
import { partsOf, unitsOf } from './units.ts';

/**
 * Writes the types of the parameters of each text next to each file of texts that the client loads. The
 * compiler knows the keys of a JSON file but not its texts, so the parameters are generated.
 */
export type PartsFile = { path: string; content: string };

/** Returns a file for each place with a name for this type (`typed`). */
export function partsFiles(): PartsFile[] {
  return places().flatMap((place) => (place.typed === undefined ? [] : [partsFile(place, place.typed)]));
}

function partsFile(place: Place, typed: string): PartsFile {
  const rows = [...unitsOf(readTexts(place, 'en')).values()].flatMap((unit) => {
    const counted = unit.key.endsWith('#') ? ['count'] : [];
    const parts = [...new Set([...counted, ...partsOf(unit)])];
    const name = unit.key.replace(/#$/, '');
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    return parts.length === 0 ? [] : [`  ${key}: ${parts.map((part) => `'${part}'`).join(' | ')};\n`];
  });
  return {
    path: path.join(import.meta.dirname, '../..', path.dirname(place.path), 'parts.ts'),
    content: `/** Placeholders that each text requires. Written by \`npm run translations\`. */\nexport type ${typed} = {\n${rows.join('')}};\n`,
  };
}

export function writePartsFiles(): void {
  for (const file of partsFiles()) if (isStale(file)) writeFileSync(file.path, file.content);
}

export function isStale({ path: file, content }: PartsFile): boolean {
  try {
    return readFileSync(file, 'utf8') !== content;
  } catch {
    return true;
  }
}
