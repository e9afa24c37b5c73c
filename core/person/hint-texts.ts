import { isolate } from '../language/isolate.ts';
import { commaOf, type Language } from '../language/language.ts';
import { hintWordings } from './hint-wordings.ts';
import { identityHints, type IdentityHint } from './identity-hints.ts';

/** Returns an identity hint as a sentence. Screens, emails and the certificate all use it. */
export function hintText(hint: IdentityHint, language: Language): string {
  const words = hintWordings[language];
  const own = (text: string): string => isolate(text, language);
  if (hint.kind === 'domain')
    return words.domain(
      hint.shown === hint.ascii ? '' : `${language === 'fr' ? ' ' : ''}: ${own(hint.shown)}`,
      own(hint.ascii),
    );
  if (hint.kind === 'reads-as-latin')
    return words.readsAsLatin(words.alphabets[hint.alphabet], own(hint.word));
  const named = hint.alphabets.map((alphabet) => words.alphabets[alphabet]);
  const list = [named.slice(0, -1).join(commaOf(language)), named.at(-1)].join(words.and);
  return words.mixed(list, own(hint.word));
}

/** Returns all identity hints for a person as sentences. */
export function hintTexts(person: { name: string; email: string }, language: Language): string[] {
  return identityHints(person).map((hint) => hintText(hint, language));
}
