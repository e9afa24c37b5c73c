import { kindOfLabel, roleIn, tokensOf } from './labels.ts';
import { isFiller, type Line, type Segment } from './lines.ts';
import { bottomOf, rightOf, sharedWidth, type Area, type PageLayout } from './page-layout.ts';
import type { Draft } from './draft.ts';

/**
 * Maximum distances in points: from a signature up to its party's name, and between the fields of one signature
 * block.
 */
const REACH = { heading: 130, block: 130 };

/**
 * Determines the party of each field. For a signature, it comes from its label or a heading above it. Other
 * fields use the party of the nearest signature in the same column. A date without a signature nearby becomes a
 * date for a person to fill in.
 */
export function withRoles(drafts: readonly Draft[], lines: readonly Line[], layout: PageLayout): Draft[] {
  const marks = drafts
    .filter(({ kind }) => kind === 'signature')
    .map((draft) => ({ ...draft, role: draft.role || headingOf(draft.area, drafts, lines) }));
  return drafts.map((draft) => {
    if (draft.kind === 'signature') return marks.find(({ area }) => area === draft.area) ?? draft;
    const mark = nearestMark(draft.area, marks, layout);
    const kind = draft.kind === 'date' && !mark ? 'otherDate' : draft.kind;
    return { ...draft, kind, role: draft.role || (mark?.role ?? '') };
  });
}

function nearestMark(area: Area, marks: readonly Draft[], layout: PageLayout): Draft | undefined {
  const bottom = bottomOf(area);
  const near = marks
    .map((mark) => ({
      mark,
      down: Math.abs(bottomOf(mark.area) - bottom),
      aside: Math.max(0, -sharedWidth(mark.area, area)),
    }))
    .filter(({ down, aside }) => down < REACH.block && (aside < 0.12 * layout.width || down < 12));
  return near.sort((a, b) => a.down + a.aside - (b.down + b.aside))[0]?.mark;
}

/**
 * Returns the party named in a heading above a signature, if no other signature in the same column is between
 * them.
 */
function headingOf(area: Area, drafts: readonly Draft[], lines: readonly Line[]): string {
  const bottom = bottomOf(area);
  const others = drafts.filter(
    (one) =>
      one.kind === 'signature' &&
      one.area !== area &&
      bottomOf(one.area) < bottom - 4 &&
      sharedWidth(one.area, area) > 0,
  );
  const limit = Math.max(bottom - REACH.heading, ...others.map((one) => bottomOf(one.area) + 2));
  const column = { x: area.x - 90, width: area.width + 90 };
  const over = lines
    .filter(({ base }) => base < bottom - 2 && base > limit)
    .toReversed()
    .flatMap(({ segments }) => segments)
    .filter((segment) => isInColumn(segment, column));
  for (const segment of over) {
    const role = isShort(segment) ? roleIn(segment.text) : '';
    if (role) return role;
  }
  const heading = over.find(
    (segment) => isShort(segment) && /[:：]$/u.test(segment.text) && !kindOfLabel(segment.text),
  );
  return heading ? heading.text.replace(/[\s:：]+$/u, '') : '';
}

const isShort = ({ text }: Segment): boolean => !isFiller(text) && tokensOf(text).length <= 7;

const isInColumn = (segment: Segment, column: { x: number; width: number }): boolean =>
  segment.x >= column.x - 5 && segment.x < column.x + column.width && rightOf(segment) > column.x;
