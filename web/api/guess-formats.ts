import { teamPaths } from '#contract/paths.ts';
import { guessFormats, type DocumentFormats } from '#core/formats/formats.ts';
import type { Language } from '#core/language/language.ts';
import { change } from './call.ts';

/** The first formats of an account: by the language and the time zone of the owner who opens it first. */
export async function saveGuessedFormats(language: Language | null): Promise<DocumentFormats | null> {
  const formats = guessFormats(language, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return change(teamPaths.changeTeam, { body: { formats } }).then(
    () => formats,
    () => null,
  );
}
