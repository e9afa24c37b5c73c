import { DECORATION } from '../tag-structure.ts';
import type { Canvas, Color, Rectangle } from '../canvas.ts';
import type { StatusBlock, TitleBlock } from './blocks.ts';
import { drawMark } from './draw-own-mark.ts';
import { column, heightOf, put, addColumns, rule, sideOf, type Flow } from './flow.ts';
import { STATUS, STRONG, SUBTITLE, TITLE } from './styles.ts';

const BLACK: Color = [0, 0, 0];

/** In points: the dot matrix at the end of the title, and the logo at its beginning. */
const CODE = { size: 58, gap: 18 };
const MARK = { size: 24, gap: 11 };

export function renderTitle(flow: Flow, { text, subtitle, code, mark }: TitleBlock): void {
  const top = flow.y;
  const { left, width } = flow.frame;
  const aside = mark ? MARK.size + MARK.gap : 0;
  const place = { x: left + aside, width: width - aside - (code ? CODE.size + CODE.gap : 0) };
  addColumns(flow, [column(flow, text, TITLE, place, { type: 'H1' })]);
  if (subtitle !== undefined) {
    flow.y -= 1;
    addColumns(flow, [column(flow, subtitle, SUBTITLE, place, { type: 'P' })]);
  }
  if (mark) {
    const x = sideOf(flow.frame, left, MARK.size);
    put(flow, DECORATION, (canvas) => drawMark(canvas, x, top - MARK.size - 2));
  }
  if (code) {
    const x = sideOf(flow.frame, left + width - CODE.size, CODE.size);
    put(flow, { type: 'Figure', alt: code.alt }, (canvas) => drawDots(canvas, code.dots, x, top));
    flow.y = Math.min(flow.y, top - CODE.size);
  }
  flow.y -= 8;
  rule(flow, flow.y);
  flow.y -= 8;
}

/** Adjacent dark dots form one bar, so that no gaps are visible between them. */
function drawDots(canvas: Canvas, dots: readonly (readonly boolean[])[], left: number, top: number): void {
  const side = CODE.size / dots.length;
  const bars: Rectangle[] = [];
  for (const [row, line] of dots.entries()) {
    for (let from = 0; from < line.length; from += 1) {
      if (!line[from]) continue;
      let to = from;
      while (line[to + 1]) to += 1;
      bars.push([left + from * side, top - (row + 1) * side, (to - from + 1) * side, side]);
      from = to;
    }
  }
  canvas.bars(bars, BLACK);
}

/** The text states the meaning; the color is only visual. */
export function renderStatus(flow: Flow, { text, tone }: StatusBlock): void {
  const { left, width } = flow.frame;
  const { ground, edge } = STATUS[tone];
  const words = column(flow, text, STRONG, { x: left + 12, width: width - 24 }, { type: 'P' });
  const height = heightOf([words]) + 8;
  const [bottom, at] = [flow.y - height, sideOf(flow.frame, left, 3)];
  put(flow, DECORATION, (canvas) => {
    canvas.bar(left, bottom, width, height, ground);
    canvas.bar(at, bottom, 3, height, edge);
  });
  flow.y -= 4;
  addColumns(flow, [words]);
  flow.y = bottom - 9;
}
