import type { FieldInput } from '#contract/documents/field.ts';
import { pageToBox, type PageGeometry } from '#core/field/layout/geometry.ts';
import { isOverlapping } from '#core/field/suggest/page-layout.ts';
import type { Suggestion } from '#core/field/suggest/suggest-fields.ts';
import type { FilePlaces } from '../../ports/pdf-engine.ts';

/**
 * A suggested field that senders can accept. It is from the file's form or, with `found`, for a blank on the
 * pages.
 */
export type Offer = FieldInput & { found?: { role: string; confidence: number } };

type InFile = { form: FilePlaces; anchored: readonly FieldInput[]; pages: readonly PageGeometry[] };

/**
 * Returns suggested fields for the blanks on the pages, except where the file has a form field. A file with
 * anchors gets no suggestions, because its author has already placed fields.
 */
export function fieldsForBlanks(
  suggestions: readonly Suggestion[],
  { form, anchored, pages }: InFile,
  nextId: () => string,
): Offer[] {
  if (anchored.length > 0) return [];
  const places = form.flatMap(({ page, rectangle }) => {
    const geometry = pages[page - 1];
    return geometry ? [{ page, ...pageToBox(geometry, rectangle) }] : [];
  });
  return suggestions
    .filter((one) => !places.some((place) => place.page === one.page && isOverlapping(place, one)))
    .map(({ role, confidence, page, type, label, ...box }) => ({
      id: nextId(),
      ...{ type, page, label, required: type !== 'checkbox', properties: {} },
      ...rounded(box),
      found: { role, confidence },
    }));
}

const rounded = ({ x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>) => {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
};
