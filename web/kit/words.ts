import { directionOf, type Language } from '#core/language/language.ts';
import { phrase, type Say } from '#core/language/phrase.ts';
import { newSignal } from './signal.ts';

export type Texts = Readonly<Record<string, string>>;
/** One chunk per language; only the displayed one is loaded. */
export type Dictionaries = Record<Language, () => Promise<Texts>>;

/**
 * Creates the translations of an entry point. `Known` is its English file and `Needed` the placeholders of
 * its texts, so that a wrong key or missing placeholder does not compile. The files use i18next's format
 * (`{{part}}`, `_one`/`_other`).
 */
export function createTranslator<Known, Needed>(dictionaries: Dictionaries) {
  type T = Say<Known, Needed>;
  let texts: Texts = {};
  let shown = { language: 'en' as Language, t: speaking('en', texts) };
  const { subscribe, tell } = newSignal();

  /** Empty before the first language has loaded. */
  function speaking(language: Language, from: Texts): T {
    const empty = Object.keys(from).length === 0;
    return (key, ...[parts]) => (empty ? '' : phrase(from, language, key, parts));
  }

  /** Like `speak`, but synchronous with the given texts, for code without a page, such as on the server. */
  function speakWith(language: Language, words: Texts): void {
    texts = words;
    shown = { language, t: speaking(language, words) };
    tell();
  }

  /** Switches the page to this language: its texts and its direction. */
  async function speak(language: Language): Promise<void> {
    const words = await dictionaries[language]();
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    speakWith(language, words);
  }

  /** Translates in the current language of the page, for code outside components. */
  const t: T = (key, ...parts) => shown.t(key, ...parts);

  return {
    t,
    speak,
    speakWith,
    /** Subscribes to language changes; returns a function that unsubscribes. */
    onSpeak: subscribe,
    shownLanguage: () => shown.language,
    /** Empty until the first language has loaded. */
    texts: () => texts,
    /** `t` and the language as one object, replaced after each change of the language. */
    shown: () => shown,
  };
}
