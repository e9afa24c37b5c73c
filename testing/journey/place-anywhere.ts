import type { FieldInput, PageSize } from '#contract/documents.ts';
import { defaultFieldSize, smallestField } from '#core/field/field.ts';

/** Where a kind of field stands on the page: parts of its width and height. */
const places = [
  ['signature', 0.05, 0.05],
  ['initial', 0.55, 0.05],
  ['date', 0.05, 0.3],
  ['checkbox', 0.55, 0.3],
  ['text', 0.05, 0.55],
] as const;

/** Under this, in points, nobody writes a legible text on the page. */
const legible = { width: 150, height: 100 };

/** Every kind of field for Grace on the first page, a signature for Linus on the last, as far as a page has room. */
export function placeAnywhere(pages: PageSize[], [grace, linus]: string[]): FieldInput[] {
  const first = pages[0]!;
  const last = pages.at(-1)!;
  const small = first.width < legible.width || first.height < legible.height;
  const own = places
    .filter(([type]) => !small || type === 'signature' || type === 'checkbox')
    .map(([type, x, y]) => place(type, 1, first, [x, y], grace!));
  return [...own, place('signature', pages.length, last, [0.05, 0.75], linus!)];
}

function place(
  type: FieldInput['type'],
  page: number,
  size: PageSize,
  [x, y]: readonly [number, number],
  recipientId: string,
): FieldInput {
  const wanted = defaultFieldSize[type];
  const width = Math.max(smallestField.width, Math.min(wanted.width, size.width * 0.4));
  const height = Math.max(smallestField.height, Math.min(wanted.height, size.height * 0.2));
  const left = Math.min(x * size.width, size.width - width);
  const top = Math.min(y * size.height, size.height - height);
  return { type, page, x: left, y: top, width, height, recipientId, required: true, label: '' };
}
