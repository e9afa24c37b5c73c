import type { FieldBox } from '#core/field/layout/geometry.ts';
import { line } from '#core/language/one-line.ts';
import { MAX_PROPERTY_LENGTH, MAX_CHOICES } from '#core/field/properties.ts';

/** Returns the options of a dropdown without duplicates. */
export function several(texts: readonly string[]): string[] {
  const lines = texts.map((text) => line(text, MAX_PROPERTY_LENGTH.choice)).filter(Boolean);
  return [...new Set(lines)].slice(0, MAX_CHOICES);
}

/** Splits a box into equal parts, below or beside each other. */
export function splitBox(box: FieldBox, parts: number, beside: boolean): FieldBox[] {
  const width = beside ? box.width / parts : box.width;
  const height = beside ? box.height : box.height / parts;
  return Array.from({ length: parts }, (_, index) => ({
    ...box,
    width,
    height,
    x: beside ? box.x + index * width : box.x,
    y: beside ? box.y : box.y + index * height,
  }));
}

/**
 * Returns a function that names the group of each question after its first non-empty text. Questions with the
 * same name get numbers, because in one group an answer to the first would count for the second.
 */
export function groupNamer(): (...texts: (string | null | undefined)[]) => string {
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  return (...texts) => {
    const wanted =
      texts.map((text) => line(text ?? '', MAX_PROPERTY_LENGTH.group - 5)).find(Boolean) ?? 'Question';
    let name: string;
    do {
      const count = (counts.get(wanted) ?? 0) + 1;
      counts.set(wanted, count);
      name = count === 1 ? wanted : `${wanted} ${count}`;
    } while (taken.has(name));
    taken.add(name);
    return name;
  };
}
