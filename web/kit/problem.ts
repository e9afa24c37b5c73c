import type { Problem } from '#contract/problem.ts';
import type { Language } from '#core/language/language.ts';
import { phrase } from '#core/language/phrase.ts';
import type { Texts } from './words.ts';

/** The server's refusal (RFC 9457); null where the answer is none of ours, such as a proxy's page. */
export function readProblem(text: string): (Partial<Problem> & { detail: string }) | null {
  try {
    const value: unknown = JSON.parse(text);
    return isProblem(value) ? value : null;
  } catch {
    return null;
  }
}

function isProblem(value: unknown): value is Partial<Problem> & { detail: string } {
  return typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string';
}

/**
 * A refusal in the language of the page, of the texts that hold locales/problems/. The server's sentence is English,
 * and says more than any code: it stands as it is in English, and inside the translation where the reason is only
 * in it. Where a refusal has a reason, the sentence is that of the reason.
 */
export function problemText(
  { code = '', detail, parameters }: Partial<Problem> & { detail: string },
  texts: Texts,
  language: Language,
): string {
  const reason = parameters?.['reason'] ?? '';
  const key = [`problem.${code}.${reason}`, `problem.${code}`].find((one) => one in texts);
  return key === undefined ? detail : phrase(texts, language, key, { ...parameters, detail });
}
