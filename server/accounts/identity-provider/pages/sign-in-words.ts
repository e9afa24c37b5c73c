import type { AppLanguage } from '#core/language/language.ts';
import { inEveryLanguage, phrase, type Say } from '#core/language/phrase.ts';
import ar from './words/ar.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import type { SignInParts } from './words/parts.ts';

/** The texts of the sign-in pages in one language. */
export type SignInMessages = { language: AppLanguage; say: Say<typeof en, SignInParts> };

const words = inEveryLanguage({ en, de, es, fr, ar });

export function signInMessages(language: AppLanguage): SignInMessages {
  return { language, say: (word, ...[parts]) => phrase(words[language], language, word, parts) };
}
