import type { Language } from '#core/language/language.ts';
import { inEveryLanguage, phrase, type PhraseKey, type Say } from '#core/language/phrase.ts';
import ar from './words/ar.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import nl from './words/nl.json' with { type: 'json' };
import pl from './words/pl.json' with { type: 'json' };
import tr from './words/tr.json' with { type: 'json' };
import uk from './words/uk.json' with { type: 'json' };
import he from './words/he.json' with { type: 'json' };
import ja from './words/ja.json' with { type: 'json' };
import zhHans from './words/zh-Hans.json' with { type: 'json' };
import zhHant from './words/zh-Hant.json' with { type: 'json' };
import ko from './words/ko.json' with { type: 'json' };
import type { MailParts } from './words/parts.ts';

/** Key of a message without placeholders. */
export type MailMessageKey = Exclude<PhraseKey<typeof en>, keyof MailParts>;
export type MailTranslate = Say<typeof en, MailParts>;

const words = inEveryLanguage({
  en,
  de,
  es,
  fr,
  ar,
  it,
  pt,
  nl,
  pl,
  tr,
  uk,
  he,
  ja,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
  ko,
});

/** Returns the email messages in one language. mail-words.test.ts detects missing translations. */
export function mailMessages(language: Language): MailTranslate {
  return (word, ...[parts]) => phrase(words[language], language, word, parts);
}
