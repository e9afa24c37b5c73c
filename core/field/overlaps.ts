import type { Field } from './field.ts';

/** Two fields of one page that lie on one another. `field` is the later one in the list, which is to be moved. */
export type Overlap = {
  field: Field;
  other: Field;
  /** Whether what is printed could no longer be read, or told whose it is: such a document is not sent (P-13). */
  blocks: boolean;
};

/** Boxes may touch by so much, in points, as those do that were placed side by side by hand. */
const touching = 2;
/** Parts of the smaller box. Of two people, little may lie on one another; of one, who sees both, up to a half. */
const most = { others: 0.25, own: 0.5 };

/**
 * Fields that lie on one another, in the order of the fields. Values are printed in the middle of a box and without a
 * ground, so boxes that overlap at their rims are everyday; one value on the other is not. Fields of one person that
 * conditions show are warned about only: often one is there when the other is not.
 */
export function overlaps(fields: readonly Field[]): Overlap[] {
  const found: Overlap[] = [];
  for (const onPage of Map.groupBy(fields, ({ page }) => page).values()) {
    onPage.forEach((field, at) => {
      for (const other of onPage.slice(0, at)) {
        const share = sharedPart(field, other);
        if (share > 0) found.push({ field, other, blocks: share > mostOf(field, other) });
      }
    });
  }
  return found;
}

function mostOf(field: Field, other: Field): number {
  const ofTwo = field.recipientId !== null && other.recipientId !== null;
  if (ofTwo && field.recipientId !== other.recipientId) return most.others;
  return field.properties?.showWhen || other.properties?.showWhen ? 1 : most.own;
}

/** How much of the smaller box lies on the other; 0 when they only touch. */
function sharedPart(one: Field, other: Field): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (across <= touching || down <= touching) return 0;
  return (across * down) / Math.min(one.width * one.height, other.width * other.height);
}

/** One sentence for a person who called the API; the editor has its own words. */
export function overlapSentence({ field, other }: Overlap): string {
  const whose = field.recipientId === other.recipientId ? '' : ' of somebody else';
  return `${nameOf(field)} on page ${field.page} lies on ${nameOf(other, 'the')}${whose}. Move one of them.`;
}

function nameOf({ label, type }: Field, article: 'The' | 'the' = 'The'): string {
  return label === '' ? `${article} ${type} field` : `'${label}'`;
}
