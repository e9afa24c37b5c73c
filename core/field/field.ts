import { kindOf, type FieldType } from './kinds.ts';
import type { FieldProperties } from './properties.ts';
import type { FieldBox } from './layout/geometry.ts';

export { fieldTypes, isTickType, isWritten, type FieldType, type WrittenType } from './kinds.ts';

/** Part of the recipient's identity that a field initially contains, unless the sender set a value. */
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
  /** Other settings chosen by the sender; absent if there are none. */
  properties?: FieldProperties;
};

/** Returns the minimum size of a field type in points, limited to the size of its page. */
export function minFieldSize(type: FieldType, page?: Size): Size {
  const { width, height } = kindOf(type).smallest;
  return page
    ? { width: Math.min(width, page.width), height: Math.min(height, page.height) }
    : { width, height };
}

type Size = { width: number; height: number };

/** Reduces a box to the maximum size of its type, keeping the top left corner. */
export function withinLargest<B extends Pick<Field, 'type' | 'width' | 'height'>>(box: B): B {
  const { largest } = kindOf(box.type);
  return { ...box, width: Math.min(box.width, largest.width), height: Math.min(box.height, largest.height) };
}

/** Returns one cell of a comb field by its index, from 0. All cells have equal width. */
export function cellOf<B extends Pick<FieldBox, 'x' | 'width'>>(box: B, cells: number, at: number): B {
  const width = box.width / cells;
  return { ...box, x: box.x + at * width, width };
}
