import { isTickType, type Field, type FieldType } from '../field.ts';
import { isPicture, kindName } from '../kinds.ts';
import { isOnlyLabel } from '../suggest/labels.ts';

/** The page content in the center of a box, as another rendering engine read and drew it. */
export type Under = {
  /** Letters, digits and currency signs, with single spaces between words. */
  text: string;
  /** The words that these characters are part of. */
  words: string;
  /** Runs of words that the box covers completely, such as a whole clause, an amount or a label. */
  whole: readonly string[];
  /** Share of the area that is not background (letters, lines, pictures), 0 to 1. */
  marked: number;
  /** Share of the area that is too dark for ink to show, 0 to 1. */
  dark: number;
  /** Square points of marks that may be words of a scan: neither thin lines nor dust. */
  scanned: number;
  /** The nearest place where the box covers no words, in points. */
  free?: { x: number; y: number };
};

/**
 * A field that covers page content. `blocks`: the content would be hidden or unreadable, so the document
 * cannot be sent.
 */
export type Cover = {
  over: 'text' | 'picture' | 'dark';
  /** The covered words. */
  text: string;
  blocks: boolean;
  free?: { x: number; y: number };
};

/**
 * Letters and digits that a box may cover completely: a short label. A check mark belongs to the words next
 * to it, not to those below it.
 */
const maxWhole = { letters: 12, digits: 2, underTick: 3 };
/** Share of non-text marks above which the sender is warned. */
const reportedShare = 0.06;
/** Square points of marks that a picture may hide; one short word of a scan has more. */
const maxScanned = 24;
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
export function coverOf(
  type: FieldType,
  { text, words, whole, marked, dark, scanned, free }: Under,
): Cover | undefined {
  const place = free && { free };
  if (dark > maxDark) return { over: 'dark', text: words, blocks: true, ...place };
  // A strike crosses out words, which stay readable, and every recipient sees it.
  if (type === 'strike') return undefined;
  // A dark picture hides every word under it, and its recipient could not help it.
  if (isPicture(type) && text !== '') return { over: 'text', text: words, blocks: true, ...place };
  // The words of a scan have no letters that could be read, so its marks count as words.
  if (isPicture(type) && scanned > maxScanned) return { over: 'picture', text: '', blocks: true };
  const most = isTickType(type) ? maxWhole.underTick : maxWhole.letters;
  const isHidden = (run: string): boolean => lettersOf(run) > most || digitsOf(run) > maxWhole.digits;
  const hidden = whole.find((run) => isHidden(run) && (isTickType(type) || !isSmallLabel(run)));
  if (hidden !== undefined) return { over: 'text', text: hidden, blocks: true, ...place };
  if (text !== '') return { over: 'text', text: words, blocks: amount.test(text), ...place };
  return marked >= reportedShare ? { over: 'picture', text: '', blocks: false } : undefined;
}

/** Letters of a label that a box may cover completely. */
const maxLabel = 40;

/** Words that only say what belongs beside or above them, such as ‘Signature of the tenant’. */
function isSmallLabel(run: string): boolean {
  return digitsOf(run) === 0 && lettersOf(run) <= maxLabel && isOnlyLabel(run);
}

const lettersOf = (text: string): number => text.match(/[\p{L}\p{M}\p{N}\p{Sc}]/gu)?.length ?? 0;
const digitsOf = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/** One sentence for API clients; the editor has its own messages. */
export function coverSentence({ type, label, page }: Field, { over, text }: Cover): string {
  const name = label === '' ? `The ${kindName(type)} field` : `‘${label}’`;
  if (over === 'picture')
    return `${name} on page ${page} covers part of a scan or a picture. Move it to a free area.`;
  return over === 'dark'
    ? `${name} on page ${page} is on a dark background, where its text would be unreadable. Move it to a light area.`
    : `${name} on page ${page} covers ‘${shorten(text)}’. Move it to a free area.`;
}

/** Returns the first words of a text. Only a single word that is too long is cut. */
export function shorten(text: string, most = 40): string {
  if (text.length <= most) return text;
  const space = text.slice(0, most + 1).lastIndexOf(' ');
  return `${text.slice(0, space > 0 ? space : most).trimEnd()}…`;
}
