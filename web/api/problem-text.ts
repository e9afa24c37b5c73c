import type { Problem } from '#contract/problem.ts';
import { findText } from '../words.ts';

/**
 * A refusal in the language of the page. The server's sentence is English, and says more than any code: it stands as
 * it is in English, and inside the translation where the reason is only in it.
 */
export function problemText({ code, detail, parameters }: Partial<Problem> & { detail: string }): string {
  return findText(`problem.${code ?? ''}`, { ...parameters, detail }) ?? detail;
}
