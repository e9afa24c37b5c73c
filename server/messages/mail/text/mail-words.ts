import type { Language } from '#core/language/language.ts';
import { inEveryLanguage, phrase, type PhraseKey, type Say } from '#core/language/phrase.ts';
import ar from './words/ar.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { MailParts } from './words/parts.ts';

/** A message without placeholders. */
export type MailMessageKey = Exclude<PhraseKey<typeof en>, keyof MailParts>;
export type MailTranslate = Say<typeof en, MailParts>;

const words = inEveryLanguage({ en, de, es, fr, ar, it, pt });

/** Returns the email messages of one language; mail-words.test.ts finds missing translations. */
export function mailMessages(language: Language): MailTranslate {
  return (word, ...[parts]) => phrase(words[language], language, word, parts);
}
