import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the script for other websites is at most 5 kB', () => {
  const script = readFileSync(new URL('../../../web/public/embed.js', import.meta.url));
  expect(script.byteLength).toBeLessThanOrEqual(5_000);
});
