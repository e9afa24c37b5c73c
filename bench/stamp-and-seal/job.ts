import { readFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import type { Sealer } from '#pdf/sign/sealer.ts';

/** The same work for every stack: four fields on three pages of a contract, and a PAdES B-B seal. */
export type Job = {
  /** A signature of 600 × 200 pixels, RGBA */
  signature: Uint8Array;
  name: string;
  date: string;
  /** The TrueType font to embed for text */
  font: Uint8Array;
  reason: string;
  seal: Sealer;
};

/** Positions of the fields in user space of an A4 page, in points */
export const places = {
  signature: { x: 60, y: 100, width: 160, height: 50 },
  name: { x: 60, y: 80 },
  date: { x: 60, y: 60 },
  check: { x: 60, y: 40 },
};

export const FONT_SIZE = 12;

/**
 * Zero-based pages of the stamps: the signature is on the first page, the name in the middle, and the date
 * and the check mark on the last.
 */
export const pagesOf = (count: number): [number, number, number, number] => [
  0,
  Math.floor(count / 2),
  count - 1,
  count - 1,
];

/** One way to do the job. It is prepared once and then called for each contract. */
export type Stack = (contract: Uint8Array) => Promise<Uint8Array>;

export function makeJob(seal: Sealer): Job {
  return {
    signature: drawSignature(),
    name: 'Łukasz Żółć',
    date: '2026-11-20',
    font: readFileSync(new URL('../../pdf/fonts/NotoSans-Regular.ttf', import.meta.url)),
    reason: 'Completed',
    seal,
  };
}

/** A pen stroke with soft edges on a transparent background */
function drawSignature(): Uint8Array {
  const png = new PNG({ width: 600, height: 200 });
  for (let step = 0; step < 6000; step++) {
    const turn = (step / 6000) * Math.PI * 6;
    const x = Math.round(40 + (step / 6000) * 520 + 30 * Math.sin(turn * 1.7));
    const y = Math.round(100 + 70 * Math.sin(turn) * Math.cos(turn / 3));
    for (let dx = -3; dx <= 3; dx++) {
      for (let dy = -3; dy <= 3; dy++) {
        const at = ((y + dy) * 600 + x + dx) * 4;
        const ink = Math.max(0, 255 - Math.round(Math.hypot(dx, dy) * 70));
        png.data.set([18, 28, 82, Math.max(png.data[at + 3] ?? 0, ink)], at);
      }
    }
  }
  return PNG.sync.write(png);
}
