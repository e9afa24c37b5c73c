import type { DocumentDetail, FieldView, RecipientInput } from '#contract/documents/documents.ts';
import { cleanTitle, testTitle } from '#core/document/title.ts';

/** Returns true if a draft has exactly these fields. */
export function hasFields({ signatureFields }: DocumentDetail, fields: readonly FieldView[]): boolean {
  const withProperties = (field: FieldView) => ({ ...field, properties: field.properties ?? {} });
  return alike(signatureFields.map(withProperties), fields.map(withProperties));
}

/**
 * Returns true if a draft has these recipients. The server has assigned ids to new recipients, and access
 * codes cannot be read.
 */
export function hasRecipients(draft: DocumentDetail, recipients: readonly RecipientInput[]): boolean {
  const isThere = ({ id: _id, accessCode: _code, ...sent }: RecipientInput, at: number) => {
    const stored: Record<string, unknown> = { ...draft.recipients[at] };
    // A template role has fewer properties than a recipient.
    return Object.entries(sent).every(([key, value]) => !(key in stored) || alike(stored[key], value));
  };
  return draft.recipients.length === recipients.length && recipients.every(isThere);
}

/** Returns true if a draft has this title in the form in which the server stores it. */
export function hasTitle(draft: DocumentDetail, title: string): boolean {
  return testTitle(draft.title) === testTitle(cleanTitle(title));
}

/**
 * Distance in points. Positions are rounded here and clamped to the page on the server, so they may differ
 * slightly.
 */
const hair = 0.02;

/**
 * Returns true if two values are equivalent: undefined equals null, and key order and outer spaces are
 * ignored.
 */
export function alike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < hair;
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  if (!one || !other || typeof one !== 'object' || typeof other !== 'object')
    return (one ?? null) === (other ?? null);
  const [some, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...some.keys(), ...others.keys()].every((key) => alike(some.get(key), others.get(key)));
}
