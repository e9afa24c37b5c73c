import { freeHeight } from './blanks.ts';
import { cellsFor } from './cells.ts';
import { isUnspaced, kindOfLabel, tokensOf, withoutPlaceholders } from './labels.ts';
import { isRightToLeft, type Line, type Segment } from './lines.ts';
import { bottomOf, rightOf, sharedWidth, type Area, type PageLayout } from './page-layout.ts';
import type { Draft } from './draft.ts';

/** Kinds of answers that people write next to a label even without a line or box. */
const OPEN_KINDS: ReadonlySet<string> = new Set(['signature', 'date', 'name', 'initial', 'title', 'place']);
/** Sizes in points of fields for labels without a line. */
const OPEN = { width: 90, height: 24, signature: 190, other: 130, marginOfPage: 40 };
/**
 * Required free space in points. A signature needs more space below its label than above, because text follows.
 */
const ROOM = { below: 24, above: 14 };

/** Returns the empty table cells that belong to a label, or the free space beside, below or above it. */
export function draftsForLabel(segment: Segment, line: Line, layout: PageLayout): Draft[] {
  const tokens = tokensOf(segment.text);
  const isLong = tokens.length > 6 || segment.text.length > (isUnspaced(segment.text) ? 16 : 50);
  const kind = isLong || /^[a-z]?$/u.test(tokens.join('')) ? undefined : kindOfLabel(segment.text);
  if (!kind) return [];
  const draft = (area: Area, confidence: number): Draft => ({
    ...{ area, kind, confidence, role: '' },
    label: segment.text,
  });
  const cells = cellsFor(segment, layout, isRightToLeft(segment.text));
  if (cells) return cells.map((cell) => draft(cell, 0.8));
  const isOpen = OPEN_KINDS.has(kind) && /[:：]$/u.test(segment.text.trim());
  const beside = isOpen ? spaceBeside(segment, line, layout, kind === 'signature') : undefined;
  const area =
    beside ??
    (kind === 'signature' && isSignHere(segment, line, layout) ? spaceNear(segment, layout) : undefined);
  return area ? [draft(area, 0.6)] : [];
}

function spaceBeside(segment: Segment, line: Line, layout: PageLayout, isMark: boolean): Area | undefined {
  const rtl = isRightToLeft(segment.text);
  const others = line.segments.filter((other) => (rtl ? other.x < segment.x : other.x > segment.x));
  const [from, to] = rtl
    ? [Math.max(OPEN.marginOfPage, ...others.map(rightOf)), segment.x - 4]
    : [rightOf(segment) + 4, Math.min(layout.width - OPEN.marginOfPage, ...others.map(({ x }) => x - 8))];
  const width = Math.min(to - from, isMark ? OPEN.signature : OPEN.other);
  if (width < OPEN.width) return undefined;
  const x = rtl ? to - width : from;
  const bottom = segment.base + 3;
  const free = freeHeight({ x, y: bottom - 10, width, height: 10 }, layout.words);
  const height = Math.max(segment.size, Math.min(free, OPEN.height));
  return { x, y: bottom - height, width, height };
}

/** Distance from the top of the page in points. Running headers are above it. */
const TOP_MARGIN = 60;
/** Words that indicate headings and instructions. */
const NO_NOUNS =
  /^(?:by|per|par|for|fur|por|pour|za|sign|signed|page|below|block|section|and|und|et|witnesses)$/u;

/**
 * Returns true if "Signature" or "Signature of the tenant" appears alone, neither as a heading nor inside a
 * sentence.
 */
function isSignHere(segment: Segment, line: Line, { words }: PageLayout): boolean {
  const text = withoutPlaceholders(segment.text).trim();
  const tokens = tokensOf(text);
  if (tokens.length > 5 || segment.y < TOP_MARGIN || /^[\p{Ll}\p{Nd}]|[.,;]$/u.test(text)) return false;
  if (tokens.some((token) => NO_NOUNS.test(token))) return false;
  const begins = [1, 2].some((count) => kindOfLabel(tokens.slice(0, count).join(' ')) === 'signature');
  if (!begins && !kindOfLabel(text, true)) return false;
  const isAnswered = line.segments.some(
    (other) => other.x > segment.x && other.x < rightOf(segment) + 120 && !kindOfLabel(other.text),
  );
  if (isAnswered) return false;
  const below = words.filter(
    (word) => word.y > segment.base && word.y < segment.base + 2.4 * segment.size && word.x >= segment.x - 30,
  );
  return below.length < 7;
}

/** Returns the free space below a label, or else above it. */
function spaceNear(segment: Segment, { words, width: page, height }: PageLayout): Area | undefined {
  const width = Math.min(OPEN.signature, Math.max(OPEN.width, 1.5 * segment.width));
  const x = Math.max(0, Math.min(segment.x, page - OPEN.marginOfPage - width));
  const bottom = bottomOf(segment);
  const column = { x, y: bottom, width, height: 1 };
  const next = words
    .filter((word) => word.y > segment.base && sharedWidth(word, column) > 0)
    .map(({ y }) => y);
  const below = Math.min(height - OPEN.marginOfPage, ...next) - bottom;
  if (below >= ROOM.below) return { x, y: bottom + 1, width, height: Math.min(below - 2, 36) };
  const above = freeHeight({ ...column, y: segment.y - 1 }, words);
  return above >= ROOM.above
    ? { x, y: segment.y - Math.min(above, 36), width, height: Math.min(above, 36) - 1 }
    : undefined;
}
