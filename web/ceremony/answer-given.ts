import type { CeremonyAnswer } from '#contract/ceremony.ts';
import type { Language } from '#core/language/language.ts';

/**
 * The answer that the server put beside the page, to GET /api/sign/{token}, so that it need not be asked again.
 * Null where it put none, or where this tab has chosen another language since.
 */
export function answerGiven(chosen: Language | undefined): CeremonyAnswer | null {
  const text = document.getElementById('answer')?.textContent;
  if (!text) return null;
  const answer = JSON.parse(text) as CeremonyAnswer;
  return chosen === undefined || chosen === answer.disclosure.language ? answer : null;
}
