import type { Field } from '../field/field.ts';

/** An anchor such as {{signature:1}}, as a box in points of the displayed page. */
export type Anchor = { page: number; x: number; y: number; width: number; height: number; text: string };

type Placed = Pick<Field, 'page' | 'x' | 'y' | 'width' | 'height'>;
/**
 * `key` contains the text and how often it has occurred so far, so that the nth anchors with equal text
 * correspond.
 */
type Numbered = { anchor: Anchor; key: string };

/**
 * Returns the fields at their positions in a new version of the file. A field on an anchor moves with it, and a
 * field on several anchors with the nearest one. If anchors have the same text, the nth one corresponds to the
 * nth one in the new file. Other fields keep their position. `missing` decides whether fields are removed if
 * their anchor is missing in the new file.
 */
export function followAnchors<F extends Placed>(
  fields: readonly F[],
  before: readonly Anchor[],
  after: readonly Anchor[],
  missing: 'keep' | 'leave-out',
): F[] {
  const known = numbered(before);
  const places = new Map(numbered(after).map((one) => [one.key, one.anchor]));
  return fields.flatMap((field) => {
    const own = nearest(field, known);
    const place = own && places.get(own.key);
    if (!own || (!place && missing === 'keep')) return [field];
    if (!place) return [];
    const [x, y] = [field.x + place.x - own.anchor.x, field.y + place.y - own.anchor.y];
    return [{ ...field, page: place.page, x, y }];
  });
}

/** Returns the fields whose anchor exists only in the new file. */
export function fieldsOfNewAnchors<F extends Placed>(
  anchored: readonly F[],
  before: readonly Anchor[],
  after: readonly Anchor[],
): F[] {
  const known = new Set(numbered(before).map(({ key }) => key));
  const places = numbered(after);
  return anchored.filter((field) => {
    const own = nearest(field, places);
    return own !== undefined && !known.has(own.key);
  });
}

function numbered(anchors: readonly Anchor[]): Numbered[] {
  const counts = new Map<string, number>();
  return anchors.map((anchor) => {
    const count = (counts.get(anchor.text) ?? 0) + 1;
    counts.set(anchor.text, count);
    return { anchor, key: `${anchor.text} ${count}` };
  });
}

function nearest(field: Placed, anchors: readonly Numbered[]): Numbered | undefined {
  return anchors
    .filter(({ anchor }) => touches(field, anchor))
    .toSorted((a, b) => distance(field, a.anchor) - distance(field, b.anchor))[0];
}

/**
 * Returns the distance of a field from the left end and the middle of the anchor's line, where an anchor places
 * its field.
 */
function distance(field: Placed, anchor: Anchor): number {
  const middle = (box: Placed | Anchor) => box.y + box.height / 2;
  return Math.abs(field.x - anchor.x) + Math.abs(middle(field) - middle(anchor));
}

function touches(field: Placed, anchor: Anchor): boolean {
  return (
    field.page === anchor.page &&
    field.x < anchor.x + anchor.width &&
    anchor.x < field.x + field.width &&
    field.y < anchor.y + anchor.height &&
    anchor.y < field.y + field.height
  );
}
