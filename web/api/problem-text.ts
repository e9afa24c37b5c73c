import i18next from 'i18next';
import type { Problem } from '#contract/problem.ts';

/**
 * A refusal in the language of the page. The server's sentence is English, and says more than any code: it stands as
 * it is in English, and inside the translation where the reason is only in it.
 */
export function problemText({ code, detail, parameters }: Partial<Problem> & { detail: string }): string {
  const key = `problem.${code ?? ''}`;
  if (!code || i18next.language === 'en' || !i18next.exists(key)) return detail;
  return i18next.t(key, { ...parameters, detail });
}
