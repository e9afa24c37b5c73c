import type { FieldType } from '#core/field/field.ts';

export type PlacedField = { id: string; type: FieldType; label: string; page: number; x: number; y: number };

/** A field whose place differs after the file was replaced; `from` and `to` are pages, absent if it is not there. */
export type MovedField = Pick<PlacedField, 'id' | 'type' | 'label'> & { from?: number; to?: number };

/** In points. Stored places are rounded. */
const tolerance = 0.5;

/** Returns the fields that moved, were added or were removed, in the order of the new pages. */
export function movedFields(before: readonly PlacedField[], after: readonly PlacedField[]): MovedField[] {
  const places = new Map(before.map((field) => [field.id, field]));
  const kept = new Set(after.map(({ id }) => id));
  const moved = after.flatMap((field): MovedField[] => {
    const { id, type, label, page: to } = field;
    const old = places.get(id);
    const isSame =
      old?.page === to && Math.abs(old.x - field.x) < tolerance && Math.abs(old.y - field.y) < tolerance;
    return isSame ? [] : [{ id, type, label, to, ...(old && { from: old.page }) }];
  });
  const removed = before
    .filter(({ id }) => !kept.has(id))
    .map(({ id, type, label, page: from }) => ({ id, type, label, from }));
  return [...moved.toSorted((one, other) => (one.to ?? 0) - (other.to ?? 0)), ...removed];
}
