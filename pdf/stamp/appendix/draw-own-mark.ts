import type { Canvas, Color } from '../canvas.ts';

const GROUND: Color = [0.139, 0.269, 0.617];
const LINE: Color = [1, 1, 1];

/**
 * The stroke of the logo on a square of 28, from its top left: four curves, each with its end point and two
 * control points.
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

/** Draws the logo of the product, 24 points wide. */
export function drawMark(canvas: Canvas, x: number, y: number): void {
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
