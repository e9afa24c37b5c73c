import type { FieldInput, PageSize } from '#contract/documents/documents.ts';
import { minFieldSize } from '#core/field/field.ts';
import { kindOf } from '#core/field/kinds.ts';

/** Positions of field types on the page, as fractions of its width and height. */
const places = [
  ['signature', 0.05, 0.05],
  ['initial', 0.55, 0.05],
  ['date', 0.05, 0.3],
  ['checkbox', 0.55, 0.3],
  ['text', 0.05, 0.55],
] as const;

/** Minimum page size in points. No legible text fits on a smaller page. */
const legible = { width: 150, height: 100 };

/**
 * Number of layouts to try until one hides no content. If the page is tiny, the last layout has no fields.
 */
export const layouts = 12;
/**
 * From this layout on, each person has only one signature, possibly in the margins, where forms and dense
 * pages have room.
 */
const signaturesOnly = 4;

/**
 * Returns every type of field for Grace on the first page and a signature for Linus on the last page, as far
 * as they fit. `layout` counts from 0, and each layout has different positions.
 */
export function placeAnywhere(pages: PageSize[], [grace, linus]: string[], layout: number): FieldInput[] {
  const first = pages[0]!;
  const last = pages.at(-1)!;
  const small = first.width < legible.width || first.height < legible.height;
  // If no name is legible, the recipients sign without a field, and the certificate shows who signed.
  if (small && layout === layouts - 1) return [];
  const [left, down] = [layout % 2 === 0 ? 0 : 0.12, layout * 0.09];
  if (layout >= signaturesOnly) {
    const [x, y] = [layout % 2 === 0 ? 0.03 : 0.7, (0.93 + layout * 0.11) % 0.97];
    return [
      place('signature', 1, first, [x, y], grace!, marginal),
      place('signature', pages.length, last, [0.7 - x, (y + 0.05) % 0.97], linus!, marginal),
    ];
  }
  const own = places
    .filter(([type]) => !small || type === 'signature' || type === 'checkbox')
    .map(([type, x, y]) => place(type, 1, first, [x + left, (y + down) % 0.97], grace!));
  return [...own, place('signature', pages.length, last, [0.05 + left, (0.75 + down) % 0.97], linus!)];
}

/** Size in points of a signature that fits into the margins of most pages. */
const marginal = { width: 110, height: 18 };

function place(
  type: FieldInput['type'],
  page: number,
  size: PageSize,
  [x, y]: readonly [number, number],
  recipientId: string,
  wanted: { width: number; height: number } = kindOf(type).size,
): FieldInput {
  const smallest = minFieldSize(type);
  const width = Math.min(size.width, Math.max(smallest.width, Math.min(wanted.width, size.width * 0.4)));
  const height = Math.min(size.height, Math.max(smallest.height, Math.min(wanted.height, size.height * 0.2)));
  const left = Math.min(x * size.width, size.width - width);
  const top = Math.min(y * size.height, size.height - height);
  return { type, page, x: left, y: top, width, height, recipientId, required: true, label: '' };
}
