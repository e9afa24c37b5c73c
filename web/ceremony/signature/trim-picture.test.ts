import { describe, expect, test } from 'vitest';
import { inkBox, isolateInk, roomAround } from './trim-picture.ts';

/** White opaque paper with a dark rectangle on it. */
function photograph(width: number, height: number, ink: { x: number; y: number; w: number; h: number }) {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = ink.y; y < ink.y + ink.h; y++) {
    for (let x = ink.x; x < ink.x + ink.w; x++) pixels.set([20, 20, 60, 255], (y * width + x) * 4);
  }
  return pixels;
}

describe('a photographed signature', () => {
  test('loses its paper background and keeps its ink', () => {
    const pixels = photograph(100, 50, { x: 30, y: 20, w: 20, h: 5 });
    isolateInk(pixels);
    expect(pixels[3]).toBe(0);
    expect(inkBox(pixels, 100, 50)).toEqual({ left: 30, top: 20, right: 50, bottom: 25 });
  });

  test('finds no ink in a photo of blank paper, however gray it is', () => {
    const pixels = new Uint8ClampedArray(40 * 40 * 4).fill(180);
    for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
    isolateInk(pixels);
    expect(inkBox(pixels, 40, 40)).toBeNull();
  });

  test('a picture that is already transparent is unchanged', () => {
    const pixels = photograph(10, 10, { x: 2, y: 2, w: 3, h: 3 });
    pixels[3] = 0;
    const before = [...pixels];
    isolateInk(pixels);
    expect([...pixels]).toEqual(before);
  });
});

describe("Grace's mark before signing", () => {
  test.each([
    ['a small mark', { left: 400, top: 150, right: 480, bottom: 190 }],
    ['a dot', { left: 600, top: 200, right: 610, bottom: 210 }],
    ['a large mark', { left: 100, top: 40, right: 1100, bottom: 360 }],
  ])('fills its box as in the sealed file: %s', (_, ink) => {
    const room = roomAround(ink, 1200, 400);
    const [across, down] = [ink.right - ink.left, ink.bottom - ink.top];
    expect(across / (room.right - room.left)).toBeGreaterThan(0.8);
    expect(down / (room.bottom - room.top)).toBeGreaterThan(0.8);
    // A picture without a transparent area would be treated as a photograph of dark paper.
    const clear = 1 - (across * down) / ((room.right - room.left) * (room.bottom - room.top));
    expect(clear).toBeGreaterThan(0.1);
  });

  test('the mark ends at the edge of the pad', () => {
    const whole = { left: 0, top: 0, right: 1200, bottom: 400 };
    expect(roomAround(whole, 1200, 400)).toEqual(whole);
  });

  test('the mark contains only ink that is dark enough to be printed', () => {
    const pixels = new Uint8ClampedArray(60 * 20 * 4);
    const dot = (x: number, y: number, color: number[]) => pixels.set(color, (y * 60 + x) * 4);
    dot(20, 8, [15, 20, 51, 255]);
    dot(30, 12, [15, 20, 51, 20]);
    dot(2, 2, [15, 20, 51, 15]);
    dot(55, 18, [250, 250, 250, 255]);
    expect(inkBox(pixels, 60, 20)).toEqual({ left: 20, top: 8, right: 31, bottom: 13 });
  });
});
