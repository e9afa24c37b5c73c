import type { DocumentDetail, FieldView, RecipientInput } from '#contract/documents.ts';
import { cleanTitle, testTitle } from '#core/document/title.ts';

/** Whether a draft holds these fields and no others. */
export function holdsFields({ signatureFields }: DocumentDetail, fields: readonly FieldView[]): boolean {
  const whole = (field: FieldView) => ({ ...field, properties: field.properties ?? {} });
  return alike(signatureFields.map(whole), fields.map(whole));
}

/** Whether a draft holds these recipients. Who is new has an id of the server there, and a code is not told. */
export function holdsRecipients(draft: DocumentDetail, recipients: readonly RecipientInput[]): boolean {
  const isThere = ({ id: _id, accessCode: _code, ...sent }: RecipientInput, at: number) => {
    const there: Record<string, unknown> = { ...draft.recipients[at] };
    // A role of a template has less than a recipient.
    return Object.entries(sent).every(([key, value]) => !(key in there) || alike(there[key], value));
  };
  return draft.recipients.length === recipients.length && recipients.every(isThere);
}

/** Whether a draft has this title, as the server writes titles. */
export function holdsTitle(draft: DocumentDetail, title: string): boolean {
  return testTitle(draft.title) === testTitle(cleanTitle(title));
}

/** Places are rounded here and kept on the page there, so that they may differ by a hair. Points. */
const hair = 0.02;

/** Whether two values say the same: nothing is as good as null, and the order of keys and outer spaces say nothing. */
export function alike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < hair;
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  if (!one || !other || typeof one !== 'object' || typeof other !== 'object')
    return (one ?? null) === (other ?? null);
  const [some, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...some.keys(), ...others.keys()].every((key) => alike(some.get(key), others.get(key)));
}
