import type { FieldType } from '#core/field/field.ts';

export type PlacedField = { id: string; type: FieldType; label: string; page: number; x: number; y: number };

/** A field that moved when the file was replaced, with its pages. A field that was added has no `from`. */
export type MovedField = Pick<PlacedField, 'id' | 'type' | 'label'> & { from?: number; to: number };

/** Distance in points. Stored positions are rounded. */
const tolerance = 0.5;

/** Returns the fields that moved or were added, in the order of the new pages. */
export function movedFields(before: readonly PlacedField[], after: readonly PlacedField[]): MovedField[] {
  const places = new Map(before.map((field) => [field.id, field]));
  const moved = after.flatMap((field): MovedField[] => {
    const { id, type, label, page: to } = field;
    const old = places.get(id);
    const isSame =
      old?.page === to && Math.abs(old.x - field.x) < tolerance && Math.abs(old.y - field.y) < tolerance;
    return isSame ? [] : [{ id, type, label, to, ...(old && { from: old.page }) }];
  });
  return moved.toSorted((one, other) => one.to - other.to);
}
