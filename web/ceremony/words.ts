import type { Problem } from '#contract/problem.ts';
import { intlLocale, languageFor, firstKnownLanguage, type Language } from '#core/language/language.ts';
import type { PhraseKey } from '#core/language/phrase.ts';
import { problemText as problemIn } from '../kit/problem.ts';
import { createTranslator, type Dictionaries, type Texts } from '../kit/words.ts';
import type en from '../locales/signer/en.json';
import type { SignerParts } from '../locales/signer/parts.ts';

/** A text without placeholders. */
export type Word = Exclude<PhraseKey<typeof en>, keyof SignerParts>;

type File = () => Promise<{ default: Texts }>;
/**
 * The texts of the first view. Those of the dialogs (`later`) and of refusals (`problems`) are loaded when
 * needed.
 */
type SignerTexts = { default: Texts; later: File; problems: File };

const files = Object.entries(
  import.meta.glob<SignerTexts>('../locales/signer/*.json', { query: '?signer' }),
).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), load] as const);

const partOf = (part: (texts: SignerTexts) => Promise<Texts>): Dictionaries =>
  Object.fromEntries(
    files.map(([language, load]) => [language, async () => part(await load())]),
  ) as Dictionaries;

/** Loads only the displayed language, in parallel with the document. */
const dictionaries = partOf(async (texts) => texts.default);
/** Texts of the dialogs for filling in fields. */
const ofDialogs = partOf(async (texts) => (await texts.later()).default);
const words = createTranslator<typeof en, SignerParts>(dictionaries, ofDialogs);

export const { t, speak, speakFully, speakWith, shownLanguage } = words;

/** Returns the language of the browser, which the server most likely chooses too. */
export function browserLanguage(): Language {
  return languageFor(navigator.languages);
}

/** Returns the language of the server-rendered page. */
export function servedLanguage(): Language {
  return firstKnownLanguage([document.documentElement.lang]) ?? browserLanguage();
}

export function loadMessages(language: Language): Promise<Texts> {
  return dictionaries[language]();
}

/** Preloads the texts while the server's response is pending. */
export function expectLanguage(language: Language): void {
  void dictionaries[language]().catch(() => undefined);
}

/** Loaded only after a refusal. In English the server's own sentence is shown. */
const problems = partOf(async (texts) => (await texts.problems()).default);

/**
 * Returns a refusal in the language of the page, or in the expected language if the page has not loaded yet.
 */
export async function problemText(problem: Partial<Problem> & { detail: string }): Promise<string> {
  const language = Object.keys(words.texts()).length > 0 ? shownLanguage() : browserLanguage();
  const texts = language === 'en' ? {} : await problems[language]().catch(() => ({}));
  return problemIn(problem, texts, language);
}

/** 'Nov 20, 2026' in the reader's language and time zone (specification §9). */
export function formatDate(instant: string): string {
  return new Intl.DateTimeFormat(intlLocale(shownLanguage()), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).format(new Date(instant));
}

/** Includes the time and the time zone, for a tooltip. */
export function formatMoment(instant: string): string {
  return new Intl.DateTimeFormat(intlLocale(shownLanguage()), {
    dateStyle: 'long',
    timeStyle: 'long',
  }).format(new Date(instant));
}
