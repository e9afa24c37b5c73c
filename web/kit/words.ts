import { directionOf, type Language } from '#core/language/language.ts';
import { phrase, type Say } from '#core/language/phrase.ts';
import { newSignal } from './signal.ts';

export type Texts = Readonly<Record<string, string>>;
/** One chunk per language; only the displayed one is loaded. */
export type Dictionaries<Of extends Language = Language> = Readonly<Record<Of, () => Promise<Texts>>>;

/**
 * Creates the translations of an entry point. `Known` is its English file and `Needed` the placeholders of
 * its texts, so that a wrong key or missing placeholder does not compile. The files use i18next's format
 * (`{{part}}`, `_one`/`_other`). `later` has the texts that the first view does not need: `speakFully` loads
 * them, and so does the first use of one of them, which is empty until then.
 */
export function createTranslator<Known, Needed, Of extends Language = Language>(
  dictionaries: Dictionaries<Of>,
  later?: Dictionaries<Of>,
) {
  type T = Say<Known, Needed>;
  let texts: Texts = {};
  let shown = { language: 'en' as Of, t: speaking('en' as Of, texts, true) };
  let wanted = 'en' as Of;
  let withLater = later === undefined;
  const { subscribe, tell } = newSignal();

  /** Empty before the first language has loaded. */
  function speaking(language: Of, from: Texts, complete: boolean): T {
    const empty = Object.keys(from).length === 0;
    return (key, ...[parts]) => {
      if (empty) return '';
      if (complete || key in from || `${key}_other` in from) return phrase(from, language, key, parts);
      // The next use tries again.
      speakFully().catch(() => undefined);
      return '';
    };
  }

  function show(language: Of, words: Texts, complete: boolean): void {
    texts = words;
    shown = { language, t: speaking(language, words, complete) };
    tell();
  }

  /**
   * Like `speak`, but synchronous and with the given texts, for code without a page, such as on the server.
   */
  function speakWith(language: Of, words: Texts): void {
    show(language, words, true);
  }

  /** Switches the page to this language: its texts and its direction. */
  async function speak(language: Of): Promise<void> {
    wanted = language;
    const all = withLater;
    const [first, rest] = await Promise.all([dictionaries[language](), all && later?.[language]()]);
    // The language, or whether later texts are needed, may have changed while the texts loaded.
    if (wanted !== language) return;
    if (all !== withLater) return speak(language);
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
    show(language, { ...first, ...rest }, all);
  }

  let full: Promise<void> | undefined;

  /** Loads all texts of the current language and of each language chosen from now on. */
  function speakFully(): Promise<void> {
    withLater = true;
    full ??= speak(wanted).catch((error: unknown) => {
      full = undefined;
      throw error;
    });
    return full;
  }

  /** Translates in the current language of the page, for code outside components. */
  const t: T = (key, ...parts) => shown.t(key, ...parts);

  return {
    t,
    speak,
    speakFully,
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
