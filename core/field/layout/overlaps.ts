import { groupBy } from '../../list/group-by.ts';
import type { Field } from '../field.ts';
import { isOfSender, isPicture, kindName } from '../kinds.ts';

/** Two overlapping fields on a page. `field` is the later one in the list and should be moved. */
export type Overlap = {
  field: Field;
  other: Field;
  /**
   * True if the printed values would be unreadable or could not be attributed to a person. Such a document
   * cannot be sent (P-13).
   */
  blocks: boolean;
};

/** Tolerated overlap in points, because fields that are placed side by side by hand often touch. */
const touching = 2;
/**
 * Maximum overlap as a share of the smaller box. Fields of different people may overlap a little. Fields of one
 * person, who sees both, may overlap by half.
 */
const most = { others: 0.25, own: 0.5 };

/**
 * Returns overlapping fields in field order. Values are printed in the middle of a box without a background, so
 * overlapping edges are common and harmless, but overlapping values are not. Conditional fields of one person
 * only cause a warning, because often only one of them is visible.
 */
export function overlaps(fields: readonly Field[]): Overlap[] {
  const results: Overlap[] = [];
  for (const onPage of groupBy(fields, ({ page }) => page).values()) {
    onPage.forEach((field, at) => {
      for (const other of onPage.slice(0, at)) {
        const share = sharedPart(field, other);
        if (share > 0) results.push({ field, other, blocks: share > mostOf(field, other) });
      }
    });
  }
  return results;
}

function mostOf(field: Field, other: Field): number {
  // A strike over a signer's field would cross out the entry.
  const strikes = [field, other].filter(({ type }) => type === 'strike').length;
  if (strikes > 0) return strikes === 1 ? 0 : 1;
  // A dark picture would hide text printed below it.
  if (isPicture(field.type) || isPicture(other.type)) return 0;
  if (isOfSender(field.type) !== isOfSender(other.type)) return most.others;
  const ofTwo = field.recipientId !== null && other.recipientId !== null;
  if (ofTwo && field.recipientId !== other.recipientId) return most.others;
  return field.properties?.showWhen || other.properties?.showWhen ? 1 : most.own;
}

/** Returns the share of the smaller box that overlaps the other; 0 if they only touch. */
function sharedPart(one: Field, other: Field): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (across <= touching || down <= touching) return 0;
  return (across * down) / Math.min(one.width * one.height, other.width * other.height);
}

/** Returns an English sentence for API clients. The editor has localized messages. */
export function overlapSentence({ field, other }: Overlap): string {
  const whose = field.recipientId === other.recipientId ? '' : ' of another recipient';
  return `${nameOf(field)} on page ${field.page} overlaps ${nameOf(other, 'the')}${whose}. Move one of them.`;
}

function nameOf({ label, type }: Field, article: 'The' | 'the' = 'The'): string {
  return label === '' ? `${article} ${kindName(type)} field` : `'${label}'`;
}
