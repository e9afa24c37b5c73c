import { isTickType, type Field, type FieldType } from '../field.ts';
import { kindName } from '../kinds.ts';

/** The page content in the center of a box, as another rendering engine read and drew it. */
export type Under = {
  /** Letters, digits and currency signs, with single spaces between words. */
  text: string;
  /** Runs of words that the box covers completely, such as a whole clause, an amount or a label. */
  whole: readonly string[];
  /** Share of the area that is not background (letters, lines, pictures), 0 to 1. */
  marked: number;
  /** Share of the area that is too dark for ink to show, 0 to 1. */
  dark: number;
};

/**
 * A field that covers page content. `blocks`: the content would be hidden or unreadable, so the document
 * cannot be sent.
 */
export type Cover = { over: 'text' | 'picture' | 'dark'; text: string; blocks: boolean };

/**
 * Letters and digits that a box may cover completely: a short label. A check mark belongs to the words next
 * to it, not to those below it.
 */
const maxWhole = { letters: 12, digits: 2, underTick: 3 };
/** Share of non-text marks above which the sender is warned. */
const reportedShare = 0.06;
/** Share of dark background above which ink is invisible. */
const maxDark = 0.9;

const amount =
  /\p{Sc} ?\p{Nd}|\p{Nd} ?\p{Sc}|(?:EUR|USD|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|AUD|CAD|AED|SAR|MXN|BRL) ?\p{Nd}|\p{Nd} ?(?:EUR|USD|GBP|CHF|euros?|dollars?)/iu;

/**
 * Returns what a field would cover on the page; undefined if it is negligible. Stamps have no background and
 * lighten nothing, so text below remains visible: the sender is only warned about a line, label or paragraph
 * that a box overlaps (P-13). A whole clause or amount under a box is refused, because strokes could cross it
 * out or write another one over it.
 */
export function coverOf(type: FieldType, { text, whole, marked, dark }: Under): Cover | undefined {
  if (dark > maxDark) return { over: 'dark', text, blocks: true };
  // A strike crosses out words, which stay readable, and every recipient sees it.
  if (type === 'strike') return undefined;
  const most = isTickType(type) ? maxWhole.underTick : maxWhole.letters;
  const hidden = whole.find((run) => lettersOf(run) > most || digitsOf(run) > maxWhole.digits);
  if (hidden !== undefined) return { over: 'text', text: hidden, blocks: true };
  if (text !== '') return { over: 'text', text, blocks: amount.test(text) };
  return marked >= reportedShare ? { over: 'picture', text: '', blocks: false } : undefined;
}

const lettersOf = (text: string): number => text.replaceAll(' ', '').length;
const digitsOf = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/** One sentence for API clients; the editor has its own messages. */
export function coverSentence({ type, label, page }: Field, { over, text }: Cover): string {
  const name = label === '' ? `The ${kindName(type)} field` : `‘${label}’`;
  return over === 'dark'
    ? `${name} on page ${page} is on a dark background, where its text would be unreadable. Move it to a light area.`
    : `${name} on page ${page} covers ‘${shorten(text)}’. Move it to a free area.`;
}

/** Returns the first words of a text. */
export function shorten(text: string, most = 40): string {
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()}…`;
}
