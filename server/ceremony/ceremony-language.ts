import { spokenOf, type Language } from '#core/language/language.ts';
import type { StoredRecipient } from '../records/document-store.ts';

/**
 * The language of a ceremony, and of the disclosure in it: what the signer asks for on the page, else what the sender
 * chose for them, else what their browser asks for. Reading and signing decide it alike, so that the consent recorded
 * is to the words that were shown (L-04, L-27).
 */
export function ceremonyLanguage(
  asked: string | null | undefined,
  recipient: Pick<StoredRecipient, 'language'>,
  browser: Language,
): Language {
  return spokenOf([asked, recipient.language]) ?? browser;
}
