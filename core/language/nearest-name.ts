/** Words that differ only in case or separators, such as `expires_at` and `expiresAt`, are the same. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns the known name that was probably meant by a misspelled one: at most one wrong, missing, extra or
 * swapped letter in four. Undefined if none is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  // A client chooses the name, and comparing takes time in proportion to its length.
  if (name.length > 60) return undefined;
  const wanted = plain(name);
  const near = known
    .map((one) => ({ one, distance: distance(wanted, plain(one)) }))
    .filter((pair) => pair.distance <= Math.max(wanted.length, plain(pair.one).length) / 4);
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.one;
}

/** Number of letters to change, insert, remove or swap (optimal string alignment). */
function distance(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
        row > 1 && swapped ? before[column - 2]! + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length]!;
}
