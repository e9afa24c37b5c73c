import type { IncomingHttpHeaders } from 'node:http';
import {
  acceptedLanguages,
  appLanguageFor,
  languageCookie,
  languageFor,
  type AppLanguage,
  type Language,
} from '#core/language/language.ts';

/** Returns the language of a page for recipients: the one they chose, or the browser's, or English. */
export const requestLanguage = (headers: IncomingHttpHeaders): Language => languageFor(wantedIn(headers));

/** Like `requestLanguage`, but limited to the languages of the application. */
export const requestAppLanguage = (headers: IncomingHttpHeaders): AppLanguage =>
  appLanguageFor(wantedIn(headers));

function wantedIn(headers: IncomingHttpHeaders): (string | undefined)[] {
  const chosen = new RegExp(`(?:^|;\\s*)${languageCookie}=([\\w-]{2,20})(?:;|$)`).exec(headers.cookie ?? '');
  return [chosen?.[1], ...acceptedLanguages(headers['accept-language'] ?? '')];
}
