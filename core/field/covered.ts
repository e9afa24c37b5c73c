import type { Field, FieldType } from './field.ts';

/** The content of the page in the heart of a box, as another engine has read and drawn it. */
export type Under = {
  /** Letters, digits and currency signs, with single blanks between words. */
  text: string;
  /** Runs of words of which the box holds all and not a part: a clause by itself, an amount, a label. */
  whole: readonly string[];
  /** The share that is not its ground: letters, lines, pictures; 0 to 1. */
  marked: number;
  /** The share that is so dark that no ink shows on it; 0 to 1. */
  dark: number;
};

/** That a field lies on something. `blocks`: it would be hidden, or could not be read, so the document is not sent. */
export type Cover = { over: 'text' | 'picture' | 'dark'; text: string; blocks: boolean };

/** So many letters and digits may a box hold whole: a short label. A tick stands for the words beside it, not on them. */
const mostWhole = { letters: 12, digits: 2, underTick: 3 };
/** Share of marks that are no text, from which the sender is told. */
const told = 0.06;
/** Ground so dark, all over, that ink on it is not seen. */
const mostDark = 0.9;

const amount =
  /\p{Sc} ?\p{Nd}|\p{Nd} ?\p{Sc}|(?:EUR|USD|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|AUD|CAD|AED|SAR|MXN|BRL) ?\p{Nd}|\p{Nd} ?(?:EUR|USD|GBP|CHF|euros?|dollars?)/iu;

/**
 * The part of the page that a field would cover; undefined for nothing to speak of. Stamps have no ground and make
 * nothing lighter, so text below shines through: a line, a label or a paragraph that a box reaches into is told to the
 * sender (P-13). A whole clause or an amount under a box is refused: strokes could strike it out, or write another one
 * over it.
 */
export function coverOf(type: FieldType, { text, whole, marked, dark }: Under): Cover | undefined {
  if (dark > mostDark) return { over: 'dark', text, blocks: true };
  const tick = type === 'checkbox' || type === 'radio';
  const most = tick ? mostWhole.underTick : mostWhole.letters;
  const hidden = whole.find((run) => lettersOf(run) > most || digitsOf(run) > mostWhole.digits);
  if (hidden !== undefined) return { over: 'text', text: hidden, blocks: true };
  if (text !== '') return { over: 'text', text, blocks: amount.test(text) };
  return marked >= told ? { over: 'picture', text: '', blocks: false } : undefined;
}

const lettersOf = (text: string): number => text.replaceAll(' ', '').length;
const digitsOf = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/** One sentence for a person who called the API; the editor has its own words. */
export function coverSentence({ type, label, page }: Field, { over, text }: Cover): string {
  const name = label === '' ? `The ${type} field` : `‘${label}’`;
  return over === 'dark'
    ? `${name} on page ${page} lies on a dark ground, where nothing printed could be read. Move it to a light place.`
    : `${name} on page ${page} lies on ‘${shorten(text)}’ and would hide it. Move it to a free place.`;
}

/** The first words of a text. */
export function shorten(text: string, most = 40): string {
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()}…`;
}
