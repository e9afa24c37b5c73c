/** Names that differ only in case or separators, such as `expires_at` and `expiresAt`, are treated as equal. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns the known name that is most similar to a misspelled one. At most one letter in four may be wrong,
 * missing, added or swapped. Returns undefined if none is similar enough.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  // The client chooses the name, and comparing takes time in proportion to its length.
  if (name.length > 60) return undefined;
  const wanted = plain(name);
  const near = known
    .map((one) => ({ one, distance: distance(wanted, plain(one)) }))
    .filter((pair) => pair.distance <= Math.max(wanted.length, plain(pair.one).length) / 4);
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.one;
}

/** Returns the number of letters to change, insert, remove or swap (optimal string alignment distance). */
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
