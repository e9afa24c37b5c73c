import { expect, test } from 'vitest';
import { escapeMarkup } from './escape-markup.ts';

test('text cannot close its element or attribute', () => {
  expect(escapeMarkup('</title><script>')).toBe('&lt;/title&gt;&lt;script&gt;');
  expect(escapeMarkup('Mallory" onload="x')).toBe('Mallory&quot; onload=&quot;x');
  expect(escapeMarkup('Tom &amp; Jerry')).toBe('Tom &amp;amp; Jerry');
});
