import type { IncomingHttpHeaders } from 'node:http';
import { acceptedLanguages, languageCookie, languageFor, type Language } from '#core/language/language.ts';

/** The language of a page: the user's choice, else the browser's, else English. */
export function requestLanguage(headers: IncomingHttpHeaders): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${languageCookie}=([\\w-]{2,20})(?:;|$)`).exec(headers.cookie ?? '');
  return languageFor([chosen?.[1], ...acceptedLanguages(headers['accept-language'] ?? '')]);
}
