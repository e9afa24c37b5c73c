import { expect, test } from 'vitest';
import { readFrameTheme } from './frame-theme.ts';

const hash = (theme: unknown) => `#theme=${encodeURIComponent(JSON.stringify(theme))}`;

test('reads a complete theme from the address', () => {
  const theme = { color: '#0A7D55', scheme: 'dark', radius: 4, language: 'ar' };
  expect(readFrameTheme(hash(theme))).toEqual({ ...theme, color: '#0a7d55' });
});

test.each([
  ['no look', ''],
  ['another fragment', '#sign'],
  ['broken JSON', '#theme={'],
  ['a list', hash([1])],
  ['nothing', hash(null)],
  ['styles in a color', hash({ color: '#fff;} body { display: none }' })],
  ['a color without contrast digits', hash({ color: 'transparent' })],
  ['a radius in another unit', hash({ radius: '9px; opacity: 0' })],
  ['a huge radius', hash({ radius: 9000 })],
  ['an unknown scheme', hash({ scheme: 'none' })],
  ['an unknown language', hash({ language: '../en' })],
])('%s changes nothing', (_, text) => {
  expect(readFrameTheme(text)).toEqual({});
});
