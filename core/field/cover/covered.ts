import { isTickType, type Field, type FieldType } from '../field.ts';
import { isPicture, kindName } from '../kinds.ts';
import { isOnlyLabel } from '../suggest/labels.ts';

/** The page content below the center of a box, as read and rendered by a second rendering engine. */
export type Under = {
  /** Letters, digits and currency signs, with single spaces between words. */
  text: string;
  /** The complete words that contain these characters. */
  words: string;
  /** Groups of words that the box covers completely, such as a clause, an amount or a label. */
  whole: readonly string[];
  /** Share of the area that is not background (letters, lines, pictures), from 0 to 1. */
  marked: number;
  /** Share of the area that is too dark for ink to be visible, from 0 to 1. */
  dark: number;
  /** Area, in square points, of marks that may be scanned words. Thin lines and specks are not counted. */
  scanned: number;
  /** The nearest position, in points, at which the box covers no words. */
  free?: { x: number; y: number };
};

/**
 * A field that covers page content. If `blocks` is true, the content would be hidden or unreadable, so the
 * document cannot be sent.
 */
export type Cover = {
  over: 'text' | 'picture' | 'dark';
  /** Words that the field covers. */
  text: string;
  blocks: boolean;
  free?: { x: number; y: number };
};

/**
 * Maximum number of letters and digits of a short label that a box may cover completely. A check mark belongs to
 * the words beside it and not to the words below it, so its limit is smaller.
 */
const maxWhole = { letters: 12, digits: 2, underTick: 3 };
/** Share of non-text marks above which the sender gets a warning. */
const reportedShare = 0.06;
/** Area, in square points, of scanned marks that a picture may hide. A short scanned word has more. */
const maxScanned = 24;
/** Share of dark background above which ink would be invisible. */
const maxDark = 0.9;

const amount =
  /\p{Sc} ?\p{Nd}|\p{Nd} ?\p{Sc}|(?:EUR|USD|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|AUD|CAD|AED|SAR|MXN|BRL) ?\p{Nd}|\p{Nd} ?(?:EUR|USD|GBP|CHF|euros?|dollars?)/iu;

/**
 * Returns what a field would cover on the page, or undefined if it is negligible. Stamps have no background, so
 * text below remains visible, and the sender only gets a warning if a box overlaps a line, label or paragraph
 * (P-13). A whole clause or amount below a box is refused, because strokes could cross it out or write another
 * amount over it.
 */
export function coverOf(
  type: FieldType,
  { text, words, whole, marked, dark, scanned, free }: Under,
): Cover | undefined {
  const place = free && { free };
  if (dark > maxDark) return { over: 'dark', text: words, blocks: true, ...place };
  // A strike crosses out words on purpose. They remain readable, and every recipient sees the strike.
  if (type === 'strike') return undefined;
  // A dark picture hides the words below it, and the recipient could not prevent that.
  if (isPicture(type) && text !== '') return { over: 'text', text: words, blocks: true, ...place };
  // Scanned words have no readable letters, so the marks of a scan count as words.
  if (isPicture(type) && scanned > maxScanned) return { over: 'picture', text: '', blocks: true };
  const most = isTickType(type) ? maxWhole.underTick : maxWhole.letters;
  const isHidden = (run: string): boolean => lettersOf(run) > most || digitsOf(run) > maxWhole.digits;
  const hidden = whole.find((run) => isHidden(run) && (isTickType(type) || !isSmallLabel(run)));
  if (hidden !== undefined) return { over: 'text', text: hidden, blocks: true, ...place };
  if (text !== '') return { over: 'text', text: words, blocks: amount.test(text), ...place };
  return marked >= reportedShare ? { over: 'picture', text: '', blocks: false } : undefined;
}

/** Maximum number of letters in a label that a box may cover completely. */
const maxLabel = 40;

/** Returns true for words that only label a place, such as ‘Signature of the tenant’. */
function isSmallLabel(run: string): boolean {
  return digitsOf(run) === 0 && lettersOf(run) <= maxLabel && isOnlyLabel(run);
}

const lettersOf = (text: string): number => text.match(/[\p{L}\p{M}\p{N}\p{Sc}]/gu)?.length ?? 0;
const digitsOf = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/** Returns an English sentence for API clients. The editor has localized messages. */
export function coverSentence({ type, label, page }: Field, { over, text }: Cover): string {
  const name = label === '' ? `The ${kindName(type)} field` : `‘${label}’`;
  if (over === 'picture')
    return `${name} on page ${page} covers part of a scan or a picture. Move it to a free area.`;
  return over === 'dark'
    ? `${name} on page ${page} is on a dark background, where its text would be unreadable. Move it to a light area.`
    : `${name} on page ${page} covers ‘${shorten(text)}’. Move it to a free area.`;
}

/** Returns the first words of a text. Only a single overlong word is cut. */
export function shorten(text: string, most = 40): string {
  if (text.length <= most) return text;
  const space = text.slice(0, most + 1).lastIndexOf(' ');
  return `${text.slice(0, space > 0 ? space : most).trimEnd()}…`;
}
