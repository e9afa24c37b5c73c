import { describe, expect, test } from 'vitest';
import { inkBox, liftInk, roomAround } from './trim-picture.ts';

/** White opaque paper with a dark rectangle on it. */
function photograph(width: number, height: number, ink: { x: number; y: number; w: number; h: number }) {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = ink.y; y < ink.y + ink.h; y++) {
    for (let x = ink.x; x < ink.x + ink.w; x++) pixels.set([20, 20, 60, 255], (y * width + x) * 4);
  }
  return pixels;
}

describe('a photographed signature', () => {
  test('loses its paper and keeps its ink', () => {
    const pixels = photograph(100, 50, { x: 30, y: 20, w: 20, h: 5 });
    liftInk(pixels);
    expect(pixels[3]).toBe(0);
    expect(inkBox(pixels, 100, 50)).toEqual({ left: 30, top: 20, right: 50, bottom: 25 });
  });

  test('is nothing when there is only paper, however grey', () => {
    const pixels = new Uint8ClampedArray(40 * 40 * 4).fill(180);
    for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
    liftInk(pixels);
    expect(inkBox(pixels, 40, 40)).toBeNull();
  });

  test('is left alone when it is transparent already', () => {
    const pixels = photograph(10, 10, { x: 2, y: 2, w: 3, h: 3 });
    pixels[3] = 0;
    const before = [...pixels];
    liftInk(pixels);
    expect([...pixels]).toEqual(before);
  });
});

test('a dot keeps room around it, inside the pad', () => {
  expect(roomAround({ left: 0, top: 0, right: 4, bottom: 4 }, 1200, 400)).toEqual({
    left: 0,
    right: 300,
    top: 0,
    bottom: 100,
  });
  expect(roomAround({ left: 100, top: 10, right: 1190, bottom: 390 }, 1200, 400)).toEqual({
    left: 88,
    right: 1200,
    top: 0,
    bottom: 400,
  });
});
