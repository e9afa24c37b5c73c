import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const built = fileURLToPath(new URL('../../dist/web/assets', import.meta.url));

/** Traces that a renderer leaves in a build, which are public names that are never minified. */
const traces = {
  react: /rendererPackageName:[`'"]react-dom[`'"]/,
  preact: /\.diffed\b|\bpreact\b/,
  inferno: /\binferno\b/i,
};

const scripts = existsSync(built)
  ? readdirSync(built)
      .filter((name) => name.endsWith('.js'))
      .map((name) => ({ name, text: readFileSync(`${built}/${name}`, 'utf8') }))
  : [];
const holding = (trace: RegExp): string[] =>
  scripts.filter(({ text }) => trace.test(text)).map(({ name }) => name);

test('all three served entries render with React only', () => {
  expect(scripts, 'the client is not built: npm run build').not.toEqual([]);
  expect(holding(traces.react)).toHaveLength(3);
  expect(holding(traces.preact)).toEqual([]);
  expect(holding(traces.inferno)).toEqual([]);
});
