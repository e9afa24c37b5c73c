import type { Language } from '#core/language/language.ts';
import { inEveryLanguage, phrase, type Say } from '#core/language/phrase.ts';
import type { BundleParts } from './bundle-words/parts.ts';
import ar from './bundle-words/ar.json' with { type: 'json' };
import de from './bundle-words/de.json' with { type: 'json' };
import en from './bundle-words/en.json' with { type: 'json' };
import es from './bundle-words/es.json' with { type: 'json' };
import fr from './bundle-words/fr.json' with { type: 'json' };

const words = inEveryLanguage({ en, de, es, fr, ar });

/** Returns the messages for the text that explains a bundle. */
export function bundleWords(language: Language): Say<typeof en, BundleParts> {
  return (word, ...[parts]) => phrase(words[language], language, word, parts);
}
