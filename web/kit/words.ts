import { directionOf, type Language } from '#core/language/language.ts';
import { phrase, type Say } from '#core/language/phrase.ts';
import { newSignal } from './signal.ts';

export type Texts = Readonly<Record<string, string>>;
/** One chunk a language, and only the one that is shown is loaded. */
export type Dictionaries = Record<Language, () => Promise<Texts>>;

/**
 * The words of an entry. `Known` is its English file and `Needed` the parts of its texts, so that a wrong key or a
 * missing part does not compile. The files follow i18next's format (`{{part}}`, `_one`/`_other`).
 */
export function makeWords<Known, Needed>(dictionaries: Dictionaries) {
  type T = Say<Known, Needed>;
  let texts: Texts = {};
  let shown = { language: 'en' as Language, t: speaking('en', texts) };
  const { subscribe, tell } = newSignal();

  /** Nothing before the first language has arrived. */
  function speaking(language: Language, from: Texts): T {
    const empty = Object.keys(from).length === 0;
    return (key, ...[parts]) => (empty ? '' : phrase(from, language, key, parts));
  }

  /** The same as `speak` at once, with words that are there, and where there is no page: on the server. */
  function speakWith(language: Language, words: Texts): void {
    texts = words;
    shown = { language, t: speaking(language, words) };
    tell();
  }

  /** From now on the page is in this language: its words and its direction. */
  async function speak(language: Language): Promise<void> {
    const words = await dictionaries[language]();
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    speakWith(language, words);
  }

  /** A text of the page in the language of now, for code that is no component. */
  const t: T = (key, ...parts) => shown.t(key, ...parts);

  return {
    t,
    speak,
    speakWith,
    /** Calls back after each change of the language; returns how to end that. */
    onSpeak: subscribe,
    shownLanguage: () => shown.language,
    /** Nothing before the first language has arrived. */
    texts: () => texts,
    /** `t` and the language in one, another one after each change of the language. */
    shown: () => shown,
  };
}
