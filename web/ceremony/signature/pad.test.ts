import { expect, test } from 'vitest';
import { pad, pen } from './pad.ts';
import { MAX_SIGNATURE_IMAGE } from './trim-picture.ts';

test('the pad measures 600 by 200, and the pen width ranges from 0.5 to 2.5', () => {
  expect(pad).toEqual({ width: 600, height: 200 });
  expect([pen.minWidth, pen.maxWidth]).toEqual([0.5, 2.5]);
});

test('the canvas has twice the size of the pad', () => {
  expect(MAX_SIGNATURE_IMAGE).toMatchObject({ width: 2 * pad.width, height: 2 * pad.height });
});
