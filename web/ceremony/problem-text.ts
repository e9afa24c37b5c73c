import type { Problem } from '#contract/problem.ts';
import { isolate } from '#core/language/isolate.ts';
import type { Language } from '#core/language/language.ts';

type Problems = { default: Record<string, string> };

/** The same sentences as in the app, fetched when something was refused and not before. */
const problems: Record<Exclude<Language, 'en'>, () => Promise<Problems>> = {
  de: () => import('../locales/problems/de.json'),
  es: () => import('../locales/problems/es.json'),
  fr: () => import('../locales/problems/fr.json'),
  ar: () => import('../locales/problems/ar.json'),
};

/** A refusal in the language of the page; the server's own sentence in English, or where there is no other. */
export async function problemText(
  { code, detail, parameters }: Pick<Problem, 'code' | 'detail' | 'parameters'>,
  language: Language,
): Promise<string> {
  if (language === 'en') return detail;
  try {
    const texts = (await problems[language]()).default;
    const parts: Record<string, string | number> = { ...parameters, detail };
    return (
      texts[`problem.${code}`]?.replace(/{{(\w+)}}/g, (_, name: string) =>
        isolate(String(parts[name] ?? ''), language),
      ) ?? detail
    );
  } catch {
    return detail;
  }
}
