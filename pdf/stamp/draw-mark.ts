import type { Canvas, Color } from './canvas.ts';

const BAND: Color = [1, 0.93, 0.93];
const PALE: Color = [1, 0.74, 0.74];

/**
 * The letters T, E, S, T as strokes, with x and y from 0 to 1 of a letter's width and height. They are drawn as
 * paths, so that they do not become part of the page's text.
 */
const LETTERS: readonly (readonly (readonly [number, number])[])[][] = [
  [
    [
      [0, 1],
      [1, 1],
    ],
    [
      [0.5, 1],
      [0.5, 0],
    ],
  ],
  [
    [
      [1, 1],
      [0, 1],
      [0, 0],
      [1, 0],
    ],
    [
      [0, 0.5],
      [0.8, 0.5],
    ],
  ],
  [
    [
      [1, 0.95],
      [0.75, 1],
      [0.25, 1],
      [0, 0.85],
      [0, 0.65],
      [0.25, 0.5],
      [0.75, 0.5],
      [1, 0.35],
      [1, 0.15],
      [0.75, 0],
      [0.25, 0],
      [0, 0.05],
    ],
  ],
  [
    [
      [0, 1],
      [1, 1],
    ],
    [
      [0.5, 1],
      [0.5, 0],
    ],
  ],
];
/** Multiples of the letter height. */
const [WIDTH, GAP] = [0.65, 0.35];
const LENGTH = LETTERS.length * WIDTH + (LETTERS.length - 1) * GAP;

/** Returns the height of the bands at the top and bottom edges of a page. */
export function bandHeight(height: number): number {
  return Math.min(13, height / 8);
}

/**
 * Marks a whole page as a test, so that it is not mistaken for a real document. The word is drawn across the
 * page with Multiply, so that the page remains readable. Opaque bands cover the top and bottom edges, in case
 * the page's background hides the word.
 */
export function drawMark(canvas: Canvas, width: number, height: number, words: (y: number) => void): void {
  const diagonal = Math.hypot(width, height);
  const size = Math.min((diagonal * 0.7) / LENGTH, Math.min(width, height) * 0.5);
  const [cos, sin] = [width / diagonal, height / diagonal];
  const [x, y] = [-(LENGTH * size) / 2, -size / 2];
  canvas.blended(() =>
    canvas.within(
      [cos, sin, -sin, cos, width / 2 + x * cos - y * sin, height / 2 + x * sin + y * cos],
      () => {
        LETTERS.forEach((strokes, index) => {
          const left = index * (WIDTH + GAP) * size;
          for (const stroke of strokes) {
            const points = stroke.map(([px, py]) => [left + px * WIDTH * size, py * size] as const);
            canvas.path(points, size * 0.16, PALE);
          }
        });
      },
    ),
  );
  const band = bandHeight(height);
  for (const bottom of [0, height - band]) {
    canvas.bar(0, bottom, width, band, BAND);
    words(bottom);
  }
}
