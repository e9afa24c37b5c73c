import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { Language } from '#core/language/language.ts';

/**
 * Returns the response to GET /api/sign/{token} that the server embedded in the page, so that it need not be
 * requested. Null if there is none, or if this tab has chosen another language since.
 */
export function embeddedAnswer(chosen: Language | undefined): CeremonyAnswer | null {
  const text = document.getElementById('answer')?.textContent;
  if (!text) return null;
  const answer = JSON.parse(text) as CeremonyAnswer;
  return chosen === undefined || chosen === answer.disclosure.language ? answer : null;
}
