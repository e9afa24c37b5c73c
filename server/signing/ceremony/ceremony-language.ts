import { firstKnownLanguage, type Language } from '#core/language/language.ts';
import type { StoredRecipient } from '../../records/document-store.ts';

/**
 * Returns the language of the page and its disclosure: the one that the signer chose on the page, else the
 * one that the sender chose for them, else the browser's. Viewing and signing use the same rule, so that the
 * recorded consent refers to the text that was shown (L-04, L-27).
 */
export function ceremonyLanguage(
  asked: string | null | undefined,
  recipient: Pick<StoredRecipient, 'language'>,
  browser: Language,
): Language {
  return firstKnownLanguage([asked, recipient.language]) ?? browser;
}
