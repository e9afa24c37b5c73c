import { isolate } from '#core/language/isolate.ts';
import { directionOf, type Language } from '#core/language/language.ts';

/**
 * Returns the recipient's number in the document's order. Stamps on the pages use it to refer to the
 * recipient's row on the certificate.
 */
export function referenceOf(recipients: readonly { id: string }[], recipientId: string): string {
  return String(recipients.findIndex(({ id }) => id === recipientId) + 1);
}

/** Returns the number and name of a recipient. On a right-to-left page the number comes first, as in each heading. */
export function whoOf(
  person: { id: string; name: string; email: string },
  recipients: readonly { id: string }[],
  language: Language,
): string {
  const mark = directionOf(language) === 'rtl' ? '\u200f' : '';
  return `${mark}[${referenceOf(recipients, person.id)}] ${isolate(person.name || person.email, language)}`;
}
