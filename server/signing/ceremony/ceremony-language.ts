import { firstKnownLanguage, type Language } from '#core/language/language.ts';
import type { StoredRecipient } from '../../records/document-store.ts';

/**
 * The language of the page and of its disclosure: the one the signer chose on the page, else the one the
 * sender chose for them, else the one their browser asks for. Viewing and signing use this same rule, so that
 * the recorded consent refers to the text that was shown (L-04, L-27).
 */
export function ceremonyLanguage(
  asked: string | null | undefined,
  recipient: Pick<StoredRecipient, 'language'>,
  browser: Language,
): Language {
  return firstKnownLanguage([asked, recipient.language]) ?? browser;
}
