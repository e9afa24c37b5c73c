import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Test files of which `npm test` runs only a part. */
function partly(): string[] {
  const folders = ['server', 'pdf', 'verify', 'testing', 'e2e'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const marks = /\bcorpusFiles\(|\bof sweeps\b|\blongRun\b|\bcasesOfRun\b/;
  return files
    .filter((name) => /\.(test|spec)\.ts$|^e2e\/axe\.ts$/.test(name))
    .filter((name) => marks.test(readFileSync(join(root, name), 'utf8')))
    .sort();
}

test('docs/tests.md lists the files of which the long run tests more cases', () => {
  const list = readFileSync(join(root, 'docs/tests.md'), 'utf8').split('## The long run')[1] ?? '';
  const named = Array.from(
    list.matchAll(/`([^` ]+\.(?:test|spec)\.ts|e2e\/axe\.ts)`/g),
    ([, name = '']) => name,
  );
  const marked = partly();
  expect(marked.length).toBeGreaterThan(20);
  expect(marked.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
