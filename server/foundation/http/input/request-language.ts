import type { IncomingHttpHeaders } from 'node:http';
import {
  acceptedLanguages,
  appLanguageFor,
  languageCookie,
  languageFor,
  type AppLanguage,
  type Language,
} from '#core/language/language.ts';

/** The language of a page for recipients: the user's choice, else the browser's, else English. */
export const requestLanguage = (headers: IncomingHttpHeaders): Language => languageFor(wantedIn(headers));

/** Likewise for a page of the application, among its languages. */
export const requestAppLanguage = (headers: IncomingHttpHeaders): AppLanguage =>
  appLanguageFor(wantedIn(headers));

function wantedIn(headers: IncomingHttpHeaders): (string | undefined)[] {
  const chosen = new RegExp(`(?:^|;\\s*)${languageCookie}=([\\w-]{2,20})(?:;|$)`).exec(headers.cookie ?? '');
  return [chosen?.[1], ...acceptedLanguages(headers['accept-language'] ?? '')];
}
