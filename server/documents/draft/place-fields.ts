import { minFieldSize, type Field } from '#core/field/field.ts';
import { clampToPage, liesOnPage } from '#core/field/layout/geometry.ts';
import { isOfSender, kindOf } from '#core/field/kinds.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { FieldInput } from '#contract/documents/field.ts';
import { isId, newId } from '../../foundation/db/new-id.ts';
import type { WholeDocument } from '../../records/document.ts';

/**
 * Validates fields: the page must exist, the field must be large enough, and its recipient must belong to the
 * document.
 */
export function placeFields(
  whole: { document: Pick<WholeDocument['document'], 'pages'>; recipients: readonly { id: string }[] },
  inputs: FieldInput[],
  now: number,
): Field[] | Refusal {
  const people = new Set(whole.recipients.map((recipient) => recipient.id));
  const taken = new Set<string>();
  const fields: Field[] = [];
  for (const input of inputs) {
    const page = whole.document.pages[input.page - 1];
    if (!page)
      return refuse(
        'field-off-page',
        `Page ${input.page} does not exist. The document has ${whole.document.pages.length} pages.`,
      );
    const smallest = minFieldSize(input.type, page);
    if (input.width < smallest.width || input.height < smallest.height) {
      return refuse(
        'field-off-page',
        `A ${input.type} field on page ${input.page} is too small. It needs at least ${smallest.width} by ${smallest.height} points.`,
      );
    }
    const largest = kindOf(input.type).largest;
    if (input.width > largest.width || input.height > largest.height) {
      return refuse(
        'field-off-page',
        `A ${input.type} field on page ${input.page} is too large. It can have at most ${largest.width} by ${largest.height} points.`,
      );
    }
    if (!liesOnPage(page, input)) {
      return refuse(
        'field-off-page',
        `A ${input.type} field on page ${input.page} is outside the page. Move it inside and save again.`,
      );
    }
    const recipientId = input.recipientId ?? null;
    if (recipientId !== null && isOfSender(input.type)) {
      return refuse(
        'field-recipient-unknown',
        `The ${input.type} on page ${input.page} is part of the document and can’t belong to a recipient. Leave out its recipient.`,
      );
    }
    if (recipientId !== null && !people.has(recipientId)) {
      return refuse(
        'field-recipient-unknown',
        `A field on page ${input.page} belongs to a recipient who is not in this document.`,
      );
    }
    // Clients may choose the ids of new fields, so that their own references remain valid. A repeated id is
    // replaced with a new one.
    const given = input.id?.toLowerCase();
    const id = given && isId(given) && !taken.has(given) ? given : newId(now);
    taken.add(id);
    const { type, required, label, properties } = input;
    const { page: number, x, y, width, height } = clampToPage(page, input);
    fields.push({
      id,
      type,
      page: number,
      x,
      y,
      width,
      height,
      recipientId,
      required: required ?? true,
      label: label ?? '',
      properties: properties ?? {},
    });
  }
  return fields;
}
