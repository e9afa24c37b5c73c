import i18next from 'i18next';

/**
 * A refusal in the language of the page. The server's sentence is English, and says more than any code: it stands as
 * it is in English, and inside the translation where the reason is only in it.
 */
export function problemText(code: string | null | undefined, detail: string): string {
  const key = `problem.${code ?? ''}`;
  return code && i18next.language !== 'en' && i18next.exists(key) ? i18next.t(key, { detail }) : detail;
}
