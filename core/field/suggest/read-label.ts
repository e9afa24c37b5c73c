import type { Blank } from './blanks.ts';
import { kindOfLabel, mentionsSigning, roleIn, tokensOf, type LabelKind } from './labels.ts';
import { isFiller, isRightToLeft, segmentOf, type Line, type Segment } from './lines.ts';
import { rightOf, sharedWidth, type Area, type LayoutWord } from './page-layout.ts';

/** The purpose of a blank. `segments` are texts that describe only this blank. */
export type Label = {
  kind: LabelKind | 'text';
  text: string;
  role: string;
  confidence: number;
  segments: Segment[];
};

/** Confidence that a blank above or beside a party's name is for a signature. */
export const GUESSED = 0.7;

/** Distances as multiples of the blank's font size. */
const REACH = { aside: 14, unknownAside: 4, below: 2.6, above: 2.6 };
/** Maximum number of words in a label. A longer text is a sentence. */
const MOST_WORDS = 10;

/** Returns the label of a blank, or undefined if no text describes its purpose. */
export function readLabel(blank: Blank, lines: readonly Line[], blanks: readonly Blank[]): Label | undefined {
  const [left, right] = [beside(blank, 'left', blanks), beside(blank, 'right', blanks)];
  const rtl = isRightToLeft(left?.text ?? right?.text ?? '');
  const [lead, trail] = rtl ? [right, left] : [left, right];
  const below = nextTo(blank, lines, 'below');
  const above = nextTo(blank, lines, 'above');
  const labelFrom = (segment: Segment | undefined, confidence: number): Label | undefined => {
    if (!segment) return undefined;
    const isSentence = tokensOf(segment.text).length > MOST_WORDS;
    const kind = kindOfLabel(segment.text, isSentence || isInSentence(segment));
    const text = isSentence ? lastWords(segment.text) : segment.text;
    return kind && { kind, text, role: roleIn(segment.text), confidence, segments: [segment] };
  };
  const short = (segment: Segment | undefined) =>
    segment && tokensOf(segment.text).length <= MOST_WORDS ? segment : undefined;
  const named =
    labelFrom(lead, 0.95) ??
    labelFrom(blank.isWide || (below && hasValue(below)) ? undefined : short(below), 0.9) ??
    labelFrom(trail && /^[([（]/u.test(trail.text.trim()) ? trail : undefined, 0.8) ??
    (lead ? undefined : labelFrom(ofRow(blank, blanks), 0.8));
  if (named) {
    const role = named.role || roleIn(short(below)?.text ?? '');
    return blank.isDate && named.kind !== 'otherDate' ? { ...named, kind: 'date', role } : { ...named, role };
  }
  if (blank.isDate) return { ...unknown, kind: 'date', text: lastWords(lead?.text ?? ''), confidence: 0.7 };
  // A blank next to a party's name is for the signature.
  const isHeading = above && blank.y > 380 && tokensOf(above.text).length < 6 && roleIn(above.text) !== '';
  const party = short(below) ?? (isHeading ? above : undefined);
  const isOfName = party && hasValue(party) && kindOfLabel(party.text) === 'name';
  const isAlone = !lead && !trail && !blank.isWide;
  const isNamed = party && roleIn(party.text) !== '' && blank.y > PARTIES_AT_TOP;
  if (
    isAlone &&
    party &&
    (isNamed || isOfName || isExpected(blank, lines, 220) || isBesideParty(blank, lines, blanks))
  )
    return {
      ...unknown,
      kind: 'signature',
      role: roleIn(party.text),
      confidence: GUESSED,
      segments: [party],
    };
  const role = !lead && trail && tokensOf(trail.text).length < 4 ? roleIn(trail.text) : '';
  if (role !== '' && isExpected(blank, lines, 100))
    return { ...unknown, kind: 'signature', role, confidence: GUESSED, segments: [trail!] };
  const over = lead || blank.isWide ? undefined : labelFrom(short(above), 0.7);
  if (over) return over;
  const question = lead ?? (blank.how === 'filler' ? trail : undefined);
  if (!question || gapBetween(question, blank) > REACH.unknownAside * blank.size) return undefined;
  if (tokensOf(question.text).length === 0) return undefined;
  if (blank.how === 'rule' && !/[:：]$/u.test(question.text.trim())) return undefined;
  return { ...unknown, text: lastWords(question.text), segments: [question] };
}

/** Text such as "Name: Ada Lovelace" below a line identifies the signer. */
const hasValue = ({ text }: Segment): boolean => /[:：]\s*[\p{L}{[]/u.test(text);

const gapBetween = (one: Area, other: Area): number => -sharedWidth(one, other);

const unknown: Label = { kind: 'text', text: '', role: '', confidence: 0.5, segments: [] };

/**
 * Distance in points from the top of the page within which court papers list their parties and contracts have
 * their title.
 */
const PARTIES_AT_TOP = 200;

/** Returns true if text within `reach` points above the blank mentions signing. */
const isExpected = (blank: Blank, lines: readonly Line[], reach: number): boolean =>
  lines.some(
    ({ base, segments }) =>
      base < blank.y + blank.height &&
      base > blank.y - reach &&
      segments.some(({ text }) => mentionsSigning(text)),
  );

/** Returns true if another blank at the same height is above a party's name. */
const isBesideParty = (blank: Blank, lines: readonly Line[], blanks: readonly Blank[]): boolean =>
  blanks.some((one) => {
    const isInRow = one !== blank && Math.abs(one.y - blank.y) < 2 && blank.y > PARTIES_AT_TOP;
    return isInRow && roleIn(nextTo(one, lines, 'below')?.text ?? '') !== '';
  });

/** Returns the label of the first blank in a row, if there is no text between the blanks. */
function ofRow(blank: Blank, blanks: readonly Blank[]): Segment | undefined {
  if (blank.how !== 'rule') return undefined;
  const row = blanks.filter(
    (one) =>
      one.how === 'rule' && one.line === blank.line && Math.abs(one.y - blank.y) < 2 && one.x < blank.x,
  );
  const first = row.sort((a, b) => a.x - b.x)[0];
  const isEmpty = blank.line?.words.every((word) => word.x < (first?.x ?? 0) || word.x > blank.x);
  return first && isEmpty ? beside(first, 'left', blanks) : undefined;
}

/** Returns the words after the last period before a blank. */
const lastWords = (text: string): string =>
  (text.split(/[.;。]\s+/u).findLast((part) => part.trim() !== '') ?? '').split(/\s+/u).slice(-5).join(' ');

/** Text that begins with a lowercase letter continues a sentence from the line above. */
const isInSentence = ({ words, text }: Segment): boolean => words.length > 4 && /^[\p{Ll},;)]/u.test(text);

/** Returns the text on the same line that directly precedes or follows a blank, up to the next blank. */
function beside(blank: Blank, side: 'left' | 'right', blanks: readonly Blank[]): Segment | undefined {
  const { line } = blank;
  if (!line) return undefined;
  const isLeft = side === 'left';
  const others = blanks.filter((one) => one !== blank && one.line === line);
  const words = line.words.filter((word) =>
    isLeft ? rightOf(word) <= blank.x + 3 : word.x >= rightOf(blank) - 3,
  );
  const inOrder = isLeft ? words.toReversed() : words;
  const nearby: LayoutWord[] = [];
  let edge = isLeft ? blank.x : rightOf(blank);
  for (const word of inOrder) {
    const gap = isLeft ? edge - rightOf(word) : word.x - edge;
    const limit = (nearby.length === 0 ? REACH.aside : 1.8) * Math.max(word.height, blank.size);
    const isOfOther = others.some((one) => sharedWidth(one, word) > 1 || isBetween(one, word, blank));
    if (gap > limit || isFiller(word.text) || isOfOther) break;
    nearby.push(word);
    edge = isLeft ? word.x : rightOf(word);
  }
  if (nearby.length === 0 || !/[\p{L}\p{N}]/u.test(nearby.map(({ text }) => text).join(''))) return undefined;
  return sameSegment(line, segmentOf(isLeft ? nearby.reverse() : nearby, line.base));
}

const isBetween = (one: Blank, word: LayoutWord, blank: Blank): boolean =>
  (one.x > word.x && one.x < blank.x) || (one.x < word.x && one.x > blank.x);

/** Returns the line's own segment object with the same words, so that it can be recognized as used. */
const sameSegment = (line: Line, segment: Segment): Segment =>
  line.segments.find((one) => one.x === segment.x && one.words.length === segment.words.length) ?? segment;

/** Returns the text on the nearest line below or above a blank that is aligned with it. */
function nextTo(blank: Blank, lines: readonly Line[], side: 'below' | 'above'): Segment | undefined {
  const bottom = blank.y + blank.height;
  const near = lines.flatMap(({ base, segments }) => {
    const distance = side === 'below' ? base - bottom : bottom - base;
    const limit = REACH[side] * blank.size + (side === 'below' ? 2 : 0);
    const isNear = distance > 0.4 * blank.size && distance < limit;
    return isNear
      ? segments.filter((segment) => isUnder(segment, blank)).map((segment) => ({ distance, segment }))
      : [];
  });
  return near.sort((a, b) => a.distance - b.distance)[0]?.segment;
}

/** Text below a blank is aligned with one of its edges, centered under it or within its width. */
function isUnder(segment: Segment, blank: Blank): boolean {
  if (sharedWidth(segment, blank) < 3 || isFiller(segment.text)) return false;
  const isAligned = Math.abs(segment.x - blank.x) < 30 || Math.abs(rightOf(segment) - rightOf(blank)) < 12;
  const middle = (one: { x: number; width: number }): number => one.x + one.width / 2;
  return (
    isAligned ||
    Math.abs(middle(segment) - middle(blank)) < 0.2 * blank.width + 10 ||
    (segment.x > blank.x && rightOf(segment) < rightOf(blank))
  );
}
