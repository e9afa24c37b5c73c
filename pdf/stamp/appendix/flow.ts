import type { FaceName, HanFace } from '../../fonts/faces.ts';
import { evenWeight } from '../../text/even-weight.ts';
import { wrapText } from '../../text/fit-text.ts';
import type { WrappedLine } from '../../text/fit-text.ts';
import { printable } from '../../text/printable.ts';
import type { Canvas, Color } from '../canvas.ts';
import { DECORATION } from '../tag-structure.ts';
import type { TagNode } from '../tag-structure.ts';

/** A4 page size in points. */
const A4 = { width: 595.28, height: 841.89 };
const MARGIN = { side: 54, top: 54, bottom: 64 };

/** Content area of each page, in points from the bottom left. */
export type Frame = {
  readonly paper: { readonly width: number; readonly height: number };
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  /** True for right-to-left languages, where everything is mirrored horizontally. */
  readonly mirrored: boolean;
};

export function frameOf(paper: Frame['paper'] = A4, mirrored = false): Frame {
  return {
    paper,
    left: MARGIN.side,
    width: paper.width - 2 * MARGIN.side,
    top: paper.height - MARGIN.top,
    bottom: MARGIN.bottom,
    mirrored,
  };
}

/** Returns the left edge of an item that begins `x` points from the side where lines begin. */
export const sideOf = ({ paper, mirrored }: Frame, x: number, width: number): number =>
  mirrored ? paper.width - x - width : x;

export const TEXT: Color = [0.11, 0.12, 0.17];
export const MUTED: Color = [0.39, 0.4, 0.45];
const LINE: Color = [0.86, 0.85, 0.83];

/** Text style with sizes in points. */
export type TextStyle = { face: FaceName; size: number; leading: number; color: Color };

type Tag = TagNode | typeof DECORATION;

type Draw = { tag: Tag; language: string | undefined; draw: (canvas: Canvas) => void };

/** A page that is filled from top to bottom. */
export type Sheet = { draws: Draw[] };

/** The state of an appendix during layout. */
export type Flow = {
  readonly sheets: Sheet[];
  readonly frame: Frame;
  /** Sheet and top position of the rows that the document's pages refer to. */
  readonly places: Map<string, { sheet: number; y: number }>;
  /** First and last appended page in the whole file, as printed on the pages. */
  readonly own: { readonly first: number; readonly last: number };
  /** Typeface for Han text whose language is unclear. */
  readonly han: HanFace;
  /** Caches wrapped texts, because the layout takes several passes, and most texts are measured first. */
  readonly wrapped: WrappedTexts;
  /** Language of the content that is being added. */
  language?: string | undefined;
  /** Distance of the next free position from the bottom of the page in points. */
  y: number;
};

export type WrappedTexts = Map<string, WrappedLine[]>;

export const startFlow = (han: HanFace, frame: Frame, own: Flow['own'], wrapped: WrappedTexts): Flow => ({
  sheets: [{ draws: [] }],
  frame,
  places: new Map(),
  own,
  han,
  wrapped,
  y: frame.top,
});

export function newSheet(flow: Flow): void {
  flow.sheets.push({ draws: [] });
  flow.y = flow.frame.top;
}

/** Starts a new page if less than `height` points remain, unless the page is still empty. */
export function ensure(flow: Flow, height: number): boolean {
  if (flow.y - height >= flow.frame.bottom || flow.y === flow.frame.top) return false;
  newSheet(flow);
  return true;
}

export function put(flow: Flow, tag: Tag, draw: (canvas: Canvas) => void): void {
  flow.sheets.at(-1)?.draws.push({ tag, language: flow.language, draw });
}

/** Draws a thin line at height `y`, across the whole width or part of it. */
export function rule(flow: Flow, y: number, x = flow.frame.left, width = flow.frame.width): void {
  const from = sideOf(flow.frame, x, width);
  put(flow, DECORATION, (canvas) => canvas.bar(from, y - 0.25, width, 0.5, LINE));
}

/** Text at a position. With `bySide`, right-to-left lines are right-aligned. */
export type Column = {
  lines: WrappedLine[];
  style: TextStyle;
  x: number;
  width: number;
  tag: Tag;
  bySide?: boolean;
};

/**
 * Prepares text as a column. Characters without a font are printed as code points, because they must not prevent
 * the sealing of a signed document.
 */
export function column(
  { han, frame, wrapped }: Flow,
  text: string,
  style: TextStyle,
  { x, width }: { x: number; width: number },
  tag: Tag,
): Column {
  const base = frame.mirrored ? 'rtl' : undefined;
  const face = evenWeight(text, style.face);
  const key = [face, style.size, width, text].join(' ');
  const lines = wrapped.get(key) ?? wrapText(printable(text, face), { ...style, face, han, base }, width);
  wrapped.set(key, lines);
  return { lines, style, x: sideOf(frame, x, width), width, tag };
}

/**
 * Returns the width (points) of a text on one line, rounded up so that the text fits into a column of that
 * width.
 */
export function widthOf(flow: Flow, text: string, style: TextStyle): number {
  const { lines } = column(flow, text, style, { x: 0, width: Number.MAX_SAFE_INTEGER }, DECORATION);
  return Math.ceil(Math.max(0, ...lines.map(({ shaped }) => (shaped.width * style.size) / 1000)));
}

export const heightOf = (columns: readonly Column[]): number =>
  Math.max(0, ...columns.map(({ lines, style }) => lines.length * style.leading));

/**
 * Draws columns of text next to each other, line by line, with aligned first baselines. The columns stay on one
 * page if they fit on a page. `onBreak` is called after each page break.
 */
export function addColumns(
  flow: Flow,
  columns: readonly Column[],
  onBreak: () => void = () => undefined,
): void {
  const height = heightOf(columns);
  const { top, bottom, mirrored } = flow.frame;
  if (height <= top - bottom && ensure(flow, height)) onBreak();
  const ascent = Math.max(0, ...columns.map(({ style }) => style.leading / 2 + style.size * 0.35));
  const rows = Math.max(0, ...columns.map(({ lines }) => lines.length));
  const step = Math.max(0, ...columns.map(({ style }) => style.leading));
  for (let row = 0; row < rows; row++) {
    if (ensure(flow, step)) onBreak();
    const y = flow.y - ascent;
    for (const { lines, style, x, width, tag, bySide } of columns) {
      const line = lines[row];
      if (line === undefined || line.shaped.runs.length === 0) continue;
      const free = width - (line.shaped.width * style.size) / 1000;
      const place = { x: mirrored || (bySide && line.rightToLeft) ? x + free : x, y, size: style.size };
      put(flow, tag, (canvas) => canvas.text(line.shaped, place, style.color));
    }
    flow.y -= step;
  }
}
