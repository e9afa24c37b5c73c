import { isolate } from '../language/isolate.ts';
import type { Language } from '../language/language.ts';
import { identityHints, type Alphabet, type IdentityHint } from './identity-hints.ts';

type Wording = {
  /** Adjectives, used before or after ‘letters’. */
  alphabets: Record<Alphabet, string>;
  and: string;
  mixed(alphabets: string, word: string): string;
  readsAsLatin(alphabet: string, word: string): string;
  domain(shown: string, ascii: string): string;
};

/** Returns a hint as a sentence, the same on screens, in emails and on the certificate. */
export function hintText(hint: IdentityHint, language: Language): string {
  const words = wordings[language];
  const own = (text: string): string => isolate(text, language);
  if (hint.kind === 'domain')
    return words.domain(
      hint.shown === hint.ascii ? '' : `${language === 'fr' ? ' ' : ''}: ${own(hint.shown)}`,
      own(hint.ascii),
    );
  if (hint.kind === 'reads-as-latin')
    return words.readsAsLatin(words.alphabets[hint.alphabet], own(hint.word));
  const named = hint.alphabets.map((alphabet) => words.alphabets[alphabet]);
  const list = [named.slice(0, -1).join(language === 'ar' ? '، ' : ', '), named.at(-1)].join(words.and);
  return words.mixed(list, own(hint.word));
}

/** German joins a compound with a hyphen: ‘Cherokee-Buchstaben’. */
const joined = (alphabets: string): string => `${alphabets} Buchstaben`.replace('- B', '-B');

const wordings: Record<Language, Wording> = {
  en: {
    alphabets: {
      latin: 'Latin',
      cyrillic: 'Cyrillic',
      greek: 'Greek',
      armenian: 'Armenian',
      coptic: 'Coptic',
      cherokee: 'Cherokee',
      lisu: 'Lisu',
      special: 'special',
    },
    and: ' and ',
    mixed: (alphabets, word) => `“${word}” mixes ${alphabets} letters. It may not be what it looks like.`,
    readsAsLatin: (alphabet, word) =>
      `“${word}” is written in ${alphabet} letters that look like Latin ones. It may not be what it looks like.`,
    domain: (shown, ascii) => `The domain ${ascii} stands for special letters${shown}.`,
  },
  de: {
    alphabets: {
      latin: 'lateinische',
      cyrillic: 'kyrillische',
      greek: 'griechische',
      armenian: 'armenische',
      coptic: 'koptische',
      cherokee: 'Cherokee-',
      lisu: 'Lisu-',
      special: 'besondere',
    },
    and: ' und ',
    mixed: (alphabets, word) =>
      `„${word}“ mischt ${joined(alphabets)} und ist vielleicht nicht das, wonach es aussieht.`,
    readsAsLatin: (alphabet, word) =>
      `„${word}“ enthält nur ${joined(alphabet)}, die wie lateinische aussehen, und ist vielleicht nicht das, wonach es aussieht.`,
    domain: (shown, ascii) => `Die Domain ${ascii} steht für besondere Buchstaben${shown}.`,
  },
  es: {
    alphabets: {
      latin: 'latinas',
      cyrillic: 'cirílicas',
      greek: 'griegas',
      armenian: 'armenias',
      coptic: 'coptas',
      cherokee: 'cheroquis',
      lisu: 'lisu',
      special: 'especiales',
    },
    and: ' y ',
    mixed: (alphabets, word) => `«${word}» mezcla letras ${alphabets}. Puede que no sea lo que parece.`,
    readsAsLatin: (alphabet, word) =>
      `«${word}» está escrito con letras ${alphabet} que parecen latinas. Puede que no sea lo que parece.`,
    domain: (shown, ascii) => `El dominio ${ascii} representa letras especiales${shown}.`,
  },
  fr: {
    alphabets: {
      latin: 'latines',
      cyrillic: 'cyrilliques',
      greek: 'grecques',
      armenian: 'arméniennes',
      coptic: 'coptes',
      cherokee: 'cherokees',
      lisu: 'lisu',
      special: 'spéciales',
    },
    and: ' et ',
    mixed: (alphabets, word) =>
      `« ${word} » mélange des lettres ${alphabets}. Ce n’est peut-être pas ce que l’on croit lire.`,
    readsAsLatin: (alphabet, word) =>
      `« ${word} » est écrit en lettres ${alphabet} qui ressemblent à des lettres latines. Ce n’est peut-être pas ce que l’on croit lire.`,
    domain: (shown, ascii) => `Le domaine ${ascii} représente des lettres spéciales${shown}.`,
  },
  ar: {
    alphabets: {
      latin: 'لاتينية',
      cyrillic: 'سيريلية',
      greek: 'يونانية',
      armenian: 'أرمنية',
      coptic: 'قبطية',
      cherokee: 'شيروكية',
      lisu: 'ليسوية',
      special: 'خاصة',
    },
    and: ' و',
    mixed: (alphabets, word) => `«${word}» يخلط بين أحرف ${alphabets}، وقد لا يكون كما يبدو.`,
    readsAsLatin: (alphabet, word) =>
      `«${word}» مكتوب بأحرف ${alphabet} تشبه الأحرف اللاتينية، وقد لا يكون كما يبدو.`,
    domain: (shown, ascii) => `يمثل النطاق ${ascii} أحرفًا خاصة${shown}.`,
  },
  it: {
    alphabets: {
      latin: 'latine',
      cyrillic: 'cirilliche',
      greek: 'greche',
      armenian: 'armene',
      coptic: 'copte',
      cherokee: 'cherokee',
      lisu: 'lisu',
      special: 'speciali',
    },
    and: ' e ',
    mixed: (alphabets, word) => `«${word}» mescola lettere ${alphabets}. Potrebbe non essere ciò che sembra.`,
    readsAsLatin: (alphabet, word) =>
      `«${word}» è scritto con lettere ${alphabet} che sembrano latine. Potrebbe non essere ciò che sembra.`,
    domain: (shown, ascii) => `Il dominio ${ascii} rappresenta lettere speciali${shown}.`,
  },
  pt: {
    alphabets: {
      latin: 'latinas',
      cyrillic: 'cirílicas',
      greek: 'gregas',
      armenian: 'arménias',
      coptic: 'coptas',
      cherokee: 'cherokee',
      lisu: 'lisu',
      special: 'especiais',
    },
    and: ' e ',
    mixed: (alphabets, word) => `“${word}” mistura letras ${alphabets}. Pode não ser o que parece.`,
    readsAsLatin: (alphabet, word) =>
      `“${word}” está escrito com letras ${alphabet} que parecem latinas. Pode não ser o que parece.`,
    domain: (shown, ascii) => `O domínio ${ascii} representa letras especiais${shown}.`,
  },
};

/** Returns all hints for one person as sentences. */
export function hintTexts(person: { name: string; email: string }, language: Language): string[] {
  return identityHints(person).map((hint) => hintText(hint, language));
}
