import { groupBy } from '#core/list/group-by.ts';
import type { Field } from '#core/field/field.ts';
import { inReadingOrder } from '../state/layout.ts';
import type { DragPreview } from './use-field-drag.ts';

export const noFields: readonly Field[] = [];

/**
 * Returns the fields by page, in reading order and with dragged positions applied. Fields that are not
 * dragged remain the same objects.
 */
export function fieldsByPage(
  fields: readonly Field[],
  preview: DragPreview | null,
): ReadonlyMap<number, readonly Field[]> {
  const shown = fields.map((field) => {
    const box = preview?.boxes.get(field.id);
    return box ? { ...field, ...box } : field;
  });
  return groupBy(inReadingOrder(shown), ({ page }) => page);
}
