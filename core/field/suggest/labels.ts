import { labelPhrases, rolePhrases } from './label-phrases.ts';

export type LabelKind = keyof typeof labelPhrases;

/** A vocabulary phrase found in a text: its kind, and the positions of its first word and after its last. */
type Hit = { kind: LabelKind; from: number; to: number };

/**
 * Matches template placeholders such as {{ tenant.name }} and [name of the tenant], even if only part of one is
 * on the line.
 */
const PLACEHOLDER = /\{[{%]?[^{}]{2,}(?:[%}]?\}|$)|^[^{}]{2,}\}|\[[^\][]{3,}(?:\]|$)|^[^\][]{3,}\]/gu;

export const withoutPlaceholders = (text: string): string => text.replaceAll(PLACEHOLDER, ' ');

/**
 * Returns the words of a text in lower case, without accents and punctuation. Placeholders are omitted because
 * they are values.
 */
export function tokensOf(text: string): string[] {
  return (
    withoutPlaceholders(text)
      .normalize('NFKD')
      .replaceAll(/[\p{M}\u0640]/gu, '')
      // LibreOffice repeats some Hindi letters in PDFs.
      .replaceAll(/(\p{sc=Deva})\1/gu, '$1')
      .toLowerCase()
      .match(/[\p{L}\p{Nd}]+/gu) ?? []
  );
}

/** Returns true for text in a script without spaces between words. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|\p{sc=Hangul}/u;
/**
 * Words up to this length, such as "at" or "le", are common in sentences, so they count only if they are the
 * whole label.
 */
const SHORT_WORD = 3;
const MOST_WORDS_OF_PHRASE = 5;

const listOf = (phrases: string): string[] => phrases.split(',').map((phrase) => phrase.trim());
const keyOf = (phrase: string): string => tokensOf(phrase).join(' ');

const kinds = new Map<string, LabelKind>();
for (const kind of Object.keys(labelPhrases) as LabelKind[])
  for (const phrase of listOf(labelPhrases[kind])) {
    const key = keyOf(phrase);
    if (!kinds.has(key)) kinds.set(key, kind);
  }
const unspaced = [...kinds].filter(([key]) => UNSPACED.test(key)).sort(([a], [b]) => b.length - a.length);
const roles = new Set(listOf(rolePhrases).map(keyOf));
const unspacedRoles = [...roles].filter((key) => UNSPACED.test(key)).sort((a, b) => b.length - a.length);

/** Endings of compound words such as Kundenunterschrift, Geburtsdatum and Familienname. */
const compounds: [RegExp, LabelKind][] = [
  [
    /^.{3,}(?:unterschrift|unterschriften|underskrift|handtekening|allekirjoitus|namnteckning)$/u,
    'signature',
  ],
  [/^.{3,}(?:datum|dato|datoen)$/u, 'otherDate'],
  [/^.{3,}(?:name|namen|naam)$/u, 'name'],
];

function hitsIn(tokens: readonly string[]): Hit[] {
  const hits: Hit[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const hit = hitAt(tokens, from);
    if (!hit) continue;
    hits.push(hit);
    from = hit.to - 1;
  }
  return hits;
}

function hitAt(tokens: readonly string[], from: number): Hit | undefined {
  for (let length = Math.min(MOST_WORDS_OF_PHRASE, tokens.length - from); length > 0; length -= 1) {
    const key = tokens.slice(from, from + length).join(' ');
    const kind = kinds.get(key);
    const isWhole = length === tokens.length;
    if (kind && (isWhole || key.length > SHORT_WORD || UNSPACED.test(key))) {
      return { kind, from, to: from + length };
    }
  }
  const word = tokens[from]!;
  // LibreOffice adds a consonant before a Hindi vowel sign in PDFs.
  const withoutFirst = /^\p{sc=Deva}{4}/u.test(word) ? kinds.get(word.slice(1)) : undefined;
  if (withoutFirst) return { kind: withoutFirst, from, to: from + 1 };
  if (UNSPACED.test(word)) {
    const [, kind] = unspaced.find(([key]) => (key.length === 1 ? word === key : word.includes(key))) ?? [];
    return kind && { kind, from, to: from + 1 };
  }
  const compound = compounds.find(([form]) => form.test(word));
  return compound && { kind: compound[1], from, to: from + 1 };
}

/** Labels of signature lines that would have another meaning inside a sentence. */
const SIGN_HERE = /^(?:by|per|s|x|par|for|für|sign|signed|por|pour|za|door|por su parte|av)$/u;

/**
 * Returns what a label asks for. With `isSentence`, the text continues before the blank, so only its last words
 * are the label.
 */
export function kindOfLabel(text: string, isSentence = false): LabelKind | undefined {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return undefined;
  // A single "s" is a plural ending, unless it is written as "/s/" or "s/" for a signature.
  if (SIGN_HERE.test(tokens.join(' ')) && (tokens[0] !== 's' || text.includes('/'))) return 'signature';
  const hits = hitsIn(tokens).filter(({ to }) => !isSentence || to >= tokens.length - 1);
  const has = (kind: LabelKind): Hit | undefined => hits.find((hit) => hit.kind === kind);
  if (hits.length === 0) return undefined;
  const [date, signature] = [has('date'), has('signature')];
  if (date && signature) {
    // "Date of the signature" asks for a date, and "Date, signature" for both in one place.
    const isOneAsk =
      date.from === 0 && signature.from > 0 && !/[,/&;]|\b(?:and|und|et|y|e|en|i|og)\b/u.test(text);
    return isOneAsk ? 'date' : 'signature';
  }
  if (has('name') && has('otherDate')) return undefined;
  for (const kind of ['initial', 'signature', 'otherDate'] as const) if (has(kind)) return kind;
  if (has('place') && date) return 'place';
  if (has('company') && has('name')) return 'company';
  // The last kind counts, as in "Employee name" and "Client address".
  return hits.at(-1)?.kind;
}

/** Words that connect the words of a label. */
const connecting = new Set(
  tokensOf(`of the for and a an s de del della dello dei des der die das den du la le les l d do da dos das und et y e en
    i og och van het für fra av`),
);

/** Returns true if a text consists only of a label, such as ‘Signature of the tenant’. */
export function isOnlyLabel(text: string): boolean {
  const tokens = tokensOf(text);
  const hits = hitsIn(tokens);
  if (hits.length === 0 || withoutPlaceholders(text) !== text) return false;
  const rest = tokens.filter((_, at) => !hits.some(({ from, to }) => at >= from && at < to));
  return rest.every((word, at) => connecting.has(word) || isOfRole(rest, at));
}

/** Also accepts the German genitive, as in "des Mieters". */
const isRole = (words: string): boolean => roles.has(words) || roles.has(words.replace(/(?<=.{4})e?s$/u, ''));

/** Returns true if the word is part of a party's name. */
function isOfRole(words: readonly string[], at: number): boolean {
  for (let from = Math.max(0, at - 2); from <= at; from += 1)
    for (let to = at + 1; to <= Math.min(words.length, from + 3); to += 1)
      if (isRole(words.slice(from, to).join(' '))) return true;
  return false;
}

/** Words at the beginning and end of signature blocks, in addition to the words for signatures. */
const closings = new Set(
  tokensOf(
    `whereof witness hand notary certify perjury executed sworn ordered humble humbly विनीत undersigned submitted sincerely cordially truly faithfully regards respectfully affirm declare consent
    mfg grüßen hochachtungsvoll atentamente cordialement salutations saludos cordiali saluti vriendelijke groeten
    atenciosamente poważaniem pozdravem уважением vennlig venlig hälsningar ystävällisin`,
  ),
);

/** Stems of verbs for signing. */
const SIGNING = /^(?:sign|subscri|unterzeich|firm|assin|sottoscri|onderteken|podpis|подпис|signier)/u;

/** Returns true for a text that is usually followed by a signature. */
export function mentionsSigning(text: string): boolean {
  return tokensOf(text).some(
    (word) =>
      closings.has(word) ||
      (/^\p{sc=Deva}/u.test(word) && closings.has(word.slice(1))) ||
      (word.length > SHORT_WORD && (kinds.get(word) === 'signature' || SIGNING.test(word))),
  );
}

/** Returns the party named in a text, as written there, or '' if there is none. */
export function roleIn(text: string): string {
  const words = withoutPlaceholders(text).match(/[\p{L}\p{M}\p{Nd}'’.-]+/gu) ?? [];
  for (let from = 0; from < words.length; from += 1) {
    for (let length = Math.min(3, words.length - from); length > 0; length -= 1) {
      const part = words.slice(from, from + length);
      const key = keyOf(part.join(' ')).replace(/ s$/u, '');
      if (roles.has(key) && (key.length > 2 || words.length === length)) return roleName(part.join(' '));
    }
    const word = words[from]!;
    if (!UNSPACED.test(word)) continue;
    const role = unspacedRoles.find(
      (key) => word.normalize('NFKD').includes(key) && (key.length > 1 || [...word].length <= 3),
    );
    if (role) return role;
  }
  return '';
}

/** Normalizes the case of a party's name: "TENANT’S" becomes "Tenant". */
function roleName(text: string): string {
  const name = text.replace(/['’]s?$/u, '').replaceAll(/[.]$/gu, '');
  const isShouted = name.length > 3 && name === name.toUpperCase();
  const lower = isShouted ? name.toLowerCase() : name;
  return lower.slice(0, 1).toUpperCase() + lower.slice(1);
}
