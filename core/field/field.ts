import { kindOf, type FieldType } from './kinds.ts';
import type { FieldProperties } from './properties.ts';
import type { FieldBox } from './layout/geometry.ts';

export { fieldTypes, isTickType, isWritten, type FieldType, type WrittenType } from './kinds.ts';

/** The part of its recipient that a field initially contains, unless the sender set a value. */
export function partOfPerson({
  type,
  properties,
}: {
  type: FieldType;
  properties?: { value?: string | undefined } | undefined;
}): 'name' | 'email' | undefined {
  return properties?.value === undefined ? kindOf(type).shows : undefined;
}

export type Field = FieldBox & {
  id: string;
  type: FieldType;
  recipientId: string | null;
  required: boolean;
  label: string;
  /** More settings chosen by the sender. Absent if there are none. */
  properties?: FieldProperties;
};

/** Returns the minimum size for one type, in points. It never exceeds the page on which the field is placed. */
export function minFieldSize(type: FieldType, page?: Size): Size {
  const { width, height } = kindOf(type).smallest;
  return page
    ? { width: Math.min(width, page.width), height: Math.min(height, page.height) }
    : { width, height };
}

type Size = { width: number; height: number };

/** Shrinks the box toward its top left corner to the maximum size of its type. */
export function withinLargest<B extends Pick<Field, 'type' | 'width' | 'height'>>(box: B): B {
  const { largest } = kindOf(box.type);
  return { ...box, width: Math.min(box.width, largest.width), height: Math.min(box.height, largest.height) };
}

/** Returns one cell of a comb field, counted from 0. All cells have equal width. */
export function cellOf<B extends Pick<FieldBox, 'x' | 'width'>>(box: B, cells: number, at: number): B {
  const width = box.width / cells;
  return { ...box, x: box.x + at * width, width };
}
