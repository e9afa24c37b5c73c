import type { Field } from '#core/field/field.ts';
import { inReadingOrder } from './layout.ts';
import type { DragPreview } from './use-field-drag.ts';

export const noFields: readonly Field[] = [];

/** The fields of each page that has some, in reading order, where a drag shows them. What is not dragged stays itself. */
export function fieldsByPage(
  fields: readonly Field[],
  preview: DragPreview | null,
): ReadonlyMap<number, readonly Field[]> {
  const shown = fields.map((field) => {
    const box = preview?.boxes.get(field.id);
    return box ? { ...field, ...box } : field;
  });
  return Map.groupBy(inReadingOrder(shown), ({ page }) => page);
}
