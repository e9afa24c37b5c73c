import { DECORATION } from '../tag-structure.ts';
import type { Canvas, Color, Rectangle } from '../canvas.ts';
import type { StatusBlock, TitleBlock } from './blocks.ts';
import { column, heightOf, put, addColumns, rule, sideOf, type Flow } from './flow.ts';
import { STATUS, STRONG, SUBTITLE, TITLE } from './styles.ts';

const BLACK: Color = [0, 0, 0];

/** Sizes in points of the dot matrix after the title and of the logo before it. */
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

/** Draws adjacent dark dots as one bar, so that no gaps are visible between them. */
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

/** Draws the status line. The meaning is in its text, and the color only emphasizes it. */
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

const GROUND: Color = [0.139, 0.269, 0.617];
const LINE: Color = [1, 1, 1];

/**
 * The stroke of the logo in a square of 28, with the origin at the top left: four curves, each with its end
 * point and two control points.
 */
const start = [6.2, 18.6] as const;
const curves = [
  [8.6, 17.6, 9.8, 9.7, 11.8, 9.7],
  [13.5, 9.7, 11.3, 16.6, 12.9, 16.6],
  [14.4, 16.6, 15, 11.4, 16.6, 11.4],
  [17.9, 11.4, 16.4, 16.1, 17.8, 16.6],
  [19, 17, 19.8, 15.3, 21.8, 14.5],
] as const;
const steps = 8;

/** Draws the product's logo, 24 points wide. */
function drawMark(canvas: Canvas, x: number, y: number): void {
  const scale = 24 / 28;
  canvas.bar(x, y, 24, 24, GROUND);
  const points = line().map(([px, py]) => [x + px * scale, y + (28 - py) * scale] as const);
  canvas.path(points, 1.7, LINE);
}

function line(): [number, number][] {
  const points: [number, number][] = [[...start]];
  for (const [ax, ay, bx, by, ex, ey] of curves) {
    const [sx, sy] = points.at(-1)!;
    for (let step = 1; step <= steps; step += 1) {
      const t = step / steps;
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      points.push([a * sx + b * ax + c * bx + d * ex, a * sy + b * ay + c * by + d * ey]);
    }
  }
  return points;
}
