import type { Problem } from '#contract/problem.ts';
import { intlLocale, type Language } from '#core/language/language.ts';
import { phrase } from '#core/language/phrase.ts';
import { plainNumber } from './plain-number.ts';
import type { Texts } from './words.ts';

/** Parses the server's refusal (RFC 9457); null for other responses, such as a proxy's error page. */
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
 * Returns a refusal in the language of the page, from the texts in locales/problems/. The server's English
 * sentence is more specific than a code. It is shown unchanged in English, and inside the translation if only
 * it contains the reason. If the refusal has `parameters.reason`, the text for that reason is used.
 */
export function problemText(
  { code = '', detail, parameters }: Partial<Problem> & { detail: string },
  texts: Texts,
  language: Language,
): string {
  const reason = parameters?.['reason'] ?? '';
  const keys = [`problem.${code}.${reason}`, `problem.value.${reason}`, `problem.${code}`];
  const key = keys.find((one) => one in texts);
  if (key === undefined) return detail;
  const isOfValue = key.startsWith('problem.value.');
  const parts = isOfValue ? valueParts(parameters ?? {}, texts, language) : { ...parameters, detail };
  return phrase(texts, language, key, parts);
}

type Parameters = NonNullable<Problem['parameters']>;

const quotes: Record<Language, [open: string, close: string]> = {
  en: ['‘', '’'],
  de: ['„', '“'],
  es: ['«', '»'],
  fr: ['«\u00a0', '\u00a0»'],
  ar: ['«', '»'],
  it: ['«', '»'],
  pt: ['“', '”'],
  nl: ['‘', '’'],
  pl: ['„', '”'],
  tr: ['“', '”'],
  uk: ['«', '»'],
  he: ['״', '״'],
  ja: ['「', '」'],
  'zh-Hans': ['“', '”'],
  'zh-Hant': ['「', '」'],
  ko: ['‘', '’'],
};

/** Formats the parameters of a value refusal with the reader's numbers and days. */
function valueParts(parameters: Parameters, texts: Texts, language: Language): Parameters {
  const { label = '', limit, first, second } = parameters;
  return {
    ...parameters,
    field: label === '' ? (texts['problem.value.unlabelled'] ?? '') : quotes[language].join(String(label)),
    ...(limit !== undefined && { limit: readable(String(limit), language) }),
    ...(first !== undefined && { first: readable(String(first), language) }),
    ...(second !== undefined && { second: readable(String(second), language) }),
  };
}

function readable(limit: string, language: Language): string {
  if (/^-?[0-9]+(\.[0-9]+)?$/.test(limit)) return plainNumber(limit, language);
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(limit)) return limit;
  const format = new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(Date.parse(limit));
}
