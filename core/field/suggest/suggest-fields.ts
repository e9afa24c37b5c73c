import { kindOf, type FieldType } from '../kinds.ts';
import { minFieldSize, withinLargest } from '../field.ts';
import { clampToPage } from '../layout/geometry.ts';
import type { Draft } from './draft.ts';
import { fillerBlanks, freeHeight, ruleBlanks, type Blank } from './blanks.ts';
import { draftsForLabel } from './open-labels.ts';
import { GUESSED, readLabel, type Label } from './read-label.ts';
import { withoutPlaceholders } from './labels.ts';
import { isFiller, linesOf, type Segment } from './lines.ts';
import { isOverlapping, rightOf, type Area, type PageLayout } from './page-layout.ts';
import { withRoles } from './roles.ts';
import { tickBoxes } from './tick-boxes.ts';

/**
 * A field that the page seems to need. `role` is the party as written in the file, or empty if unknown.
 * `confidence` is between 0 and 1.
 */
export type Suggestion = Area & {
  page: number;
  type: FieldType;
  label: string;
  role: string;
  confidence: number;
};

/** Maximum number of suggestions per file and of blanks per page. */
const MAX_SUGGESTIONS = 500;
const MAX_BLANKS = 300;
/**
 * Limits of the work per page and per file, as the number of words times the number of lines. A contract page
 * has about 30,000. A page above the limit is a drawing.
 */
const MAX_WORK = { page: 1_000_000, file: 20_000_000 };

/**
 * Returns the blanks of a file that readers are expected to fill in, in reading order: lines of underscores or
 * dots, drawn lines, empty table cells, and labels with free space beside them. Only unambiguous words are used
 * as labels. A blank that already has a value is not suggested.
 */
export function suggestFields(pages: readonly PageLayout[]): Suggestion[] {
  let work = 0;
  const all = pages.flatMap((layout, index) => {
    const size = (layout.words.length + 50) * (layout.rules.length + layout.squares.length + 50);
    if (size > MAX_WORK.page || work > MAX_WORK.file) return [];
    work += size;
    return onPage(layout, index + 1);
  });
  return withInitials(all).slice(0, MAX_SUGGESTIONS);
}

/** A line with only a party's name at the same position on three or more pages is for initials. */
function withInitials(all: readonly Suggestion[]): Suggestion[] {
  const placeOf = ({ x, y, height }: Suggestion): string =>
    `${Math.round(x / 3)} ${Math.round((y + height) / 12)}`;
  const isGuess = ({ type, confidence }: Suggestion): boolean =>
    type === 'signature' && confidence <= GUESSED;
  const counts = new Map<string, number>();
  for (const one of all.filter(isGuess)) counts.set(placeOf(one), (counts.get(placeOf(one)) ?? 0) + 1);
  return all.map((one) =>
    isGuess(one) && counts.get(placeOf(one))! > 2 ? { ...one, type: 'initial' } : one,
  );
}

function onPage(layout: PageLayout, page: number): Suggestion[] {
  const lines = linesOf(layout);
  const blanks = [...fillerBlanks(lines), ...ruleBlanks(layout, lines)].slice(0, MAX_BLANKS);
  const used = new Set<Segment>();
  const drafts: Draft[] = [];
  for (const blank of blanks) {
    const label = readLabel(blank, lines, blanks);
    for (const segment of label?.segments ?? []) used.add(segment);
    if (label) drafts.push(draftOf(blank, label, layout));
  }
  for (const line of lines)
    for (const segment of line.segments)
      if (!used.has(segment) && !isFiller(segment.text))
        drafts.push(...draftsForLabel(segment, line, layout));
  drafts.push(...tickBoxes(layout, lines));
  const kept = withoutOverlaps(drafts);
  return withRoles(kept, lines, layout)
    .map((draft) => fieldOf(draft, page, layout))
    .filter((field): field is Suggestion => field !== undefined)
    .sort((a, b) => a.y + a.height - (b.y + b.height) || a.x - b.x);
}

function draftOf(blank: Blank, { kind, text, role, confidence }: Label, layout: PageLayout): Draft {
  const height = Math.max(blank.size, freeHeight(blank, layout.words));
  const bottom = blank.y + blank.height + 1;
  return { area: { ...blank, y: bottom - height, height }, kind, label: text, role, confidence };
}

function withoutOverlaps(drafts: readonly Draft[]): Draft[] {
  const kept: Draft[] = [];
  const lineOf = ({ area }: Draft): Area => {
    const height = Math.min(area.height, 10);
    return { ...area, y: area.y + area.height - height, height };
  };
  for (const draft of [...drafts].sort((a, b) => b.confidence - a.confidence))
    if (!kept.some((other) => isOverlapping(lineOf(draft), lineOf(other)))) kept.push(draft);
  return kept;
}

const types: Partial<Record<Draft['kind'], FieldType>> = {
  ...{ signature: 'signature', initial: 'initial', date: 'date', otherDate: 'dateEntry', name: 'name' },
  ...{ email: 'email', phone: 'phone', checkbox: 'checkbox', company: 'company', title: 'jobTitle' },
};

/** Heights in points. A signature can be higher than the adjacent text if there is space. */
const HEIGHTS: Partial<Record<FieldType, number>> = { signature: 36, initial: 28 };
const TEXT_HEIGHT = 18;
const NARROWEST_DATE = { width: 30, height: 8 };

function fieldOf(
  { area: free, kind, ...draft }: Draft,
  page: number,
  layout: PageLayout,
): Suggestion | undefined {
  const area = wideEnough(free, kind, layout);
  let type = types[kind] ?? 'text';
  const smallest = type === 'dateEntry' ? NARROWEST_DATE : minFieldSize(type);
  if (area.width < smallest.width || area.height < smallest.height) {
    if (type === 'signature' || type === 'initial') return undefined;
    type = 'text';
  }
  const height = type === 'checkbox' ? area.height : Math.min(area.height, HEIGHTS[type] ?? TEXT_HEIGHT);
  const isNarrow = type === 'date' || type === 'initial';
  const most = type === 'signature' ? 220 : isNarrow ? 2 * kindOf(type).size.width : area.width;
  const width = Math.min(area.width, most);
  const box = withinLargest({ type, x: area.x, y: area.y + area.height - height, width, height });
  const geometry = {
    ...layout,
    rotate: 0 as const,
    crop: [0, 0, layout.width, layout.height] as const,
    userUnit: 1,
  };
  const { x, y } = clampToPage(geometry, { ...box, y: area.y + area.height - box.height });
  return { page, type, x, y, width: box.width, height: box.height, ...draft, label: cleanLabel(draft.label) };
}

/** Minimum widths in points. */
const NARROWEST = { signature: 60, date: 60 };

/** Widens a short blank into adjacent free space. Signatures grow to the left, and dates to the right. */
function wideEnough(area: Area, kind: Draft['kind'], { words }: PageLayout): Area {
  if (kind !== 'signature' && kind !== 'date') return area;
  const width = NARROWEST[kind];
  const x = kind === 'date' ? area.x : area.x + area.width - width;
  const bottom = { y: area.y + area.height - 10, height: 10 };
  const more = { ...bottom, x: kind === 'date' ? rightOf(area) : x, width: width - area.width };
  return more.width > 0 && !words.some((word) => isOverlapping(word, more)) ? { ...area, x, width } : area;
}

/** Removes the colon: "Name of the tenant:" becomes "Name of the tenant". */
const cleanLabel = (text: string): string =>
  withoutPlaceholders(text)
    .replaceAll(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .slice(0, 100);
