import { labelToAscii, labelToUnicode } from '../language/punycode.ts';

/** Alphabets that share letter shapes. `special` means phonetic and mathematical letters. */
export const alphabets = [
  'latin',
  'cyrillic',
  'greek',
  'armenian',
  'coptic',
  'cherokee',
  'lisu',
  'special',
] as const;
export type Alphabet = (typeof alphabets)[number];

/** A detail of a name or address that a reader may not notice. */
export type IdentityHint =
  | { kind: 'mixed'; word: string; alphabets: Alphabet[] }
  | { kind: 'reads-as-latin'; word: string; alphabet: Alphabet }
  /** `shown` equals `ascii` if the encoded letters cannot be displayed. */
  | { kind: 'domain'; shown: string; ascii: string };

/**
 * Returns hints about a person's name and address: a word that mixes alphabets with similar shapes, a word in
 * another alphabet that looks Latin (UTS 39 §4 and §5), and a domain with non-ASCII letters. Hints never cause a
 * refusal. A name with words in two alphabets gets no hint, nor does a name with clearly different letters.
 */
export function identityHints({ name, email }: { name: string; email: string }): IdentityHint[] {
  const at = email.lastIndexOf('@');
  const hints = [
    ...wordHints(name),
    // If the name equals the address, it is checked only once.
    ...(at < 0 ? [] : wordHints(email.slice(0, at))),
    ...domainHints(email.slice(at + 1)),
  ];
  const seen = new Set<string>();
  return hints.filter((hint) => {
    const key = JSON.stringify(hint);
    return !seen.has(key) && seen.add(key);
  });
}

function wordHints(text: string): IdentityHint[] {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+(?:['’ʼ][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  const read = words.map((word) => ({ word, alphabets: alphabetsOf(word) }));
  const hasLatin = read.some(({ alphabets: own }) => own.length === 1 && own[0] === 'latin');
  return read.flatMap(({ word, alphabets: own }): IdentityHint[] => {
    if (own.length > 1) return [{ kind: 'mixed', word, alphabets: own }];
    const [alphabet] = own;
    if (!alphabet || alphabet === 'latin' || alphabet === 'special' || !readsAsLatin(word, alphabet))
      return [];
    const isVisible = read.some((one) => one.alphabets[0] === alphabet && !readsAsLatin(one.word, alphabet));
    const letters = Array.from(word).length;
    // Next to a word in Latin letters, a longer word is suspicious even if another word shows which alphabet it
    // uses.
    if (isVisible && (!hasLatin || letters === 1)) return [];
    return isKnown(word) || (letters === 1 && !hasLatin) ? [] : [{ kind: 'reads-as-latin', word, alphabet }];
  });
}

function domainHints(domain: string): IdentityHint[] {
  const labels = domain.split('.');
  const ascii = labels.map(labelToAscii).join('.');
  return labels.some((label) => /^xn--|[^ -~]/iu.test(label))
    ? [{ kind: 'domain', shown: labels.map(labelToUnicode).join('.'), ascii }]
    : [];
}

const scripts: readonly [Alphabet, RegExp][] = [
  ['special', /[ɑɡɪɴʀʏʙʜʟᴀ-ᴢ\ua730\ua731\u{1d400}-\u{1d7cb}]/u],
  ['latin', /\p{Script=Latin}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['armenian', /\p{Script=Armenian}/u],
  ['coptic', /\p{Script=Coptic}/u],
  ['cherokee', /\p{Script=Cherokee}/u],
  ['lisu', /\p{Script=Lisu}/u],
];

function alphabetsOf(word: string): Alphabet[] {
  const result = new Set(
    Array.from(word, (letter) => scripts.find(([, script]) => script.test(letter))?.[0]).filter(
      (alphabet) => alphabet !== undefined,
    ),
  );
  return alphabets.filter((alphabet) => result.has(alphabet));
}

/**
 * Letters with the same shape as an upper- or lowercase Latin letter (UTS 39 confusables, without those that are
 * merely similar).
 */
const sameShape: Record<Exclude<Alphabet, 'latin' | 'special'>, RegExp> = {
  cyrillic: /^[АВЕЅІЈКМНОРСТУХԌԚԜҮӀЅасеорхуѕіјһԁԛԝүӏѵ]+$/u,
  greek: /^[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ]+$/u,
  armenian: /^[ՍՏՕօոսհցյ]+$/u,
  coptic: /^[ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲟⲥ]+$/u,
  cherokee: /^[ᎪᎠᎡᎢᎥᎩᎫᎬᎳᎷᎻᎽᏀᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏴᏳ]+$/u,
  lisu: /^[ꓐ-ꓘꓙ-ꓝꓟꓠꓡꓢꓣꓤꓦꓧꓪꓫꓬꓮꓯꓰꓲꓳꓴ]+$/u,
};

function readsAsLatin(word: string, alphabet: Alphabet): boolean {
  return alphabet !== 'latin' && alphabet !== 'special' && sameShape[alphabet].test(word);
}

/** Common names and legal forms whose letters all look Latin, mainly in upper case. */
const known = new Set(
  (
    'анна антон арам ара асан асма ахмат вера вова варвара ева захар каха карен константин марат мария марк марта марат ' +
    'макар мара мотря нана настас ната нестор никонор оксана омар осман отто рома роман роксана ростом руслан сава савва ' +
    'сара севан север сократ стас тара тарас тамара тома томас хава харитон хасан ханна ' +
    'ао оао ооо тоо тов нко ' +
    'αννα κατινα μαρια μαρκος νανα νικη νινα νινο ρενα ρενια τακη ιωαννα ινα κικη ζωη ηρα αε εε οε ικε'
  ).split(' '),
);

/** Surname endings. In upper case, the whole word may look Latin. */
const surname = /(?:ов|ова|ев|ева|ко|ку|ан|ский|ου|ακη|ατου)$/u;

function isKnown(word: string): boolean {
  const small = word.toLowerCase();
  return known.has(small) || (word === word.toUpperCase() && word.length > 3 && surname.test(small));
}
