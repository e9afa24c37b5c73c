import type { FieldProperties } from './properties.ts';

/** The field types that a sender can place. The first four come from the specification (§3). */
export const fieldTypes = [
  'signature',
  'initial',
  'date',
  'checkbox',
  'text',
  'number',
  'name',
  'email',
  'radio',
  'dropdown',
  'attachment',
  'dateEntry',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Types whose value is text that a person types or chooses. */
const writtenTypes = ['text', 'number', 'name', 'email', 'dropdown', 'dateEntry'] as const;
export type WrittenType = (typeof writtenTypes)[number];

export function isWritten(type: FieldType): type is WrittenType {
  return (writtenTypes as readonly FieldType[]).includes(type);
}

/**
 * A box on a page, in PDF points of the page as displayed (after /Rotate, CropBox and UserUnit): origin top
 * left, x to the right, y down. Pages are numbered from 1.
 */
export type FieldBox = { page: number; x: number; y: number; width: number; height: number };

export type Field = FieldBox & {
  id: string;
  type: FieldType;
  recipientId: string | null;
  required: boolean;
  label: string;
  /** Further settings by the sender; absent means none. */
  properties?: FieldProperties;
};

/** The initial size of a new field, in points. */
export const defaultFieldSize: Record<FieldType, { width: number; height: number }> = {
  signature: { width: 190, height: 48 },
  initial: { width: 70, height: 36 },
  date: { width: 104, height: 26 },
  checkbox: { width: 18, height: 18 },
  text: { width: 190, height: 26 },
  number: { width: 104, height: 26 },
  name: { width: 190, height: 26 },
  email: { width: 190, height: 26 },
  radio: { width: 18, height: 18 },
  dropdown: { width: 150, height: 26 },
  attachment: { width: 190, height: 26 },
  dateEntry: { width: 104, height: 26 },
};

/** Minimum size in points. A smaller box could not be seen, tapped or stamped legibly. */
export const smallestField = { width: 8, height: 8 };

/**
 * Returns the minimum size for one type, in points. The server writes dates and file names, so a person could
 * not shorten one that does not fit: each must fit at the smallest print size, or the page could never be
 * sealed. A signature box must fit a typed name. The minimum never exceeds the page on which the field is
 * placed.
 */
export function smallestFieldOf(type: FieldType, page?: Size): Size {
  const { width, height } = smallestOf(type);
  return page
    ? { width: Math.min(width, page.width), height: Math.min(height, page.height) }
    : { width, height };
}

type Size = { width: number; height: number };

function smallestOf(type: FieldType): Size {
  switch (type) {
    case 'signature':
      return { width: 44, height: 12 };
    case 'initial':
      return { width: 20, height: 10 };
    case 'date':
    case 'attachment':
      return { width: 44, height: 8 };
    default:
      return smallestField;
  }
}

/**
 * Returns the maximum size of a type, in points. A larger box is useless, because text does not grow beyond
 * 11 points, and would cover the words of the document (P-13). A signature of 300 by 100 is half as wide as a
 * page.
 */
export function largestFieldOf(type: FieldType): { width: number; height: number } {
  switch (type) {
    case 'signature':
      return { width: 300, height: 100 };
    case 'initial':
      return { width: 200, height: 80 };
    case 'checkbox':
    case 'radio':
      return { width: 48, height: 48 };
    case 'date':
    case 'dateEntry':
    case 'number':
      return { width: 300, height: 60 };
    case 'text':
      return { width: 800, height: 600 };
    default:
      return { width: 600, height: 60 };
  }
}

/** Shrinks the box toward its top left corner to the maximum size of its type. */
export function withinLargest<B extends Pick<Field, 'type' | 'width' | 'height'>>(box: B): B {
  const largest = largestFieldOf(box.type);
  return { ...box, width: Math.min(box.width, largest.width), height: Math.min(box.height, largest.height) };
}

/** Returns one cell of a comb field, counted from 0. All cells have equal width. */
export function cellOf<B extends Pick<FieldBox, 'x' | 'width'>>(box: B, cells: number, at: number): B {
  const width = box.width / cells;
  return { ...box, x: box.x + at * width, width };
}
