import type { Language } from '#core/language/language.ts';
import { inEveryLanguage, phrase, type Say } from '#core/language/phrase.ts';
import type { BundleParts } from './bundle-texts/parts.ts';
import ar from './bundle-texts/ar.json' with { type: 'json' };
import de from './bundle-texts/de.json' with { type: 'json' };
import en from './bundle-texts/en.json' with { type: 'json' };
import es from './bundle-texts/es.json' with { type: 'json' };
import fr from './bundle-texts/fr.json' with { type: 'json' };

const words = inEveryLanguage({ en, de, es, fr, ar });

/** Returns the messages for the text that explains a bundle. */
export function bundleWords(language: Language): Say<typeof en, BundleParts> {
  return (word, ...[parts]) => phrase(words[language], language, word, parts);
}
