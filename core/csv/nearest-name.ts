import { fold } from '../language/fold.ts';

/**
 * Returns the known name that is most similar to a misspelled one, or null if none is similar. One letter in
 * four may be missing, added, changed or swapped with its neighbor, but at least one and at most three.
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  const wanted = simple(name);
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const other = simple(candidate);
    const allowed = Math.min(3, Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 4)));
    if (Math.abs(other.length - wanted.length) > allowed) continue;
    const distance = distanceOf(wanted, other);
    if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { name: candidate, distance };
  }
  return best?.name ?? null;
}

/** Ignores spaces and punctuation. */
const simple = (name: string): string =>
  fold(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 40);

/** Returns the Damerau-Levenshtein distance (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1];
      let cost = Math.min(last![at]! + 1, next[at - 1]! + 1, last![at - 1]! + (same ? 0 : 1));
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwapped) cost = Math.min(cost, before![at - 2]! + 1);
      next.push(cost);
    }
    [before, last] = [last!, next];
  }
  return last![other.length]!;
}
