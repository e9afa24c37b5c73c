import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../set-up/root.mjs';

const isTest = (name) => /\.test\.tsx?$/.test(name);

/**
 * Returns the test files worth running quickly for changed files: tests that import a changed file directly,
 * changed tests, and for files that no test imports the tests of their folder. Tests that depend on them
 * indirectly are left to `npm test`.
 * @param {string[]} changed paths relative to the project root
 * @param {string[]} all every path of the project
 */
export function testsNear(changed, all, read = (name) => readFileSync(inRoot(name), 'utf8')) {
  const tests = all.filter(isTest);
  const imported = new Map(tests.map((name) => [name, importsOf(name, read)]));
  const near = changed.flatMap((name) => {
    if (isTest(name)) return [name];
    const direct = tests.filter((one) => imported.get(one).has(name));
    if (direct.length > 0) return direct;
    return tests.filter((one) => path.dirname(one) === path.dirname(name));
  });
  return [...new Set(near)].sort();
}

/** Returns the project files that a file imports, relative to the project root. */
function importsOf(name, read) {
  const found = new Set();
  for (const [, specifier] of read(name).matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)) {
    if (specifier.startsWith('#')) found.add(specifier.slice(1));
    else found.add(path.posix.join(path.posix.dirname(name), specifier));
  }
  return found;
}
