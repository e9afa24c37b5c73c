/**
 * Returns the selection after a click on `id`: it is toggled, or with an anchor the whole range gets the new
 * state of `id`.
 */
export function selectRange(
  order: readonly string[],
  chosen: ReadonlySet<string>,
  { id, anchor }: { id: string; anchor: string | null },
): Set<string> {
  const next = new Set(chosen);
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  const range = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  const add = !chosen.has(id);
  for (const each of range) {
    if (add) next.add(each);
    else next.delete(each);
  }
  return next;
}
