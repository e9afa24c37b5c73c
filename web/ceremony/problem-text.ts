import type { Problem } from '#contract/problem.ts';
import { isolate } from '#core/language/isolate.ts';
import type { Language } from '#core/language/language.ts';

type Problems = { default: { problem: Record<string, string> } };

/** The same sentences as in the app, fetched when something was refused and not before. */
const problems: Record<Exclude<Language, 'en'>, () => Promise<Problems>> = {
  de: () => import('../locales/de/problems.json'),
  es: () => import('../locales/es/problems.json'),
  fr: () => import('../locales/fr/problems.json'),
  ar: () => import('../locales/ar/problems.json'),
};

/** A refusal in the language of the page; the server's own sentence in English, or where there is no other. */
export async function problemText(
  { code, detail, parameters }: Pick<Problem, 'code' | 'detail' | 'parameters'>,
  language: Language,
): Promise<string> {
  if (language === 'en') return detail;
  try {
    const { problem } = (await problems[language]()).default;
    const parts: Record<string, string | number> = { ...parameters, detail };
    return (
      problem[code]?.replace(/{{(\w+)}}/g, (_, name: string) =>
        isolate(String(parts[name] ?? ''), language),
      ) ?? detail
    );
  } catch {
    return detail;
  }
}
