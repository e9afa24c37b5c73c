import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.join(import.meta.dirname, '..');

/** Files in which x is a position on a document page, which is not mirrored in right-to-left languages. */
const onPaper = ['parts/field/field-box.tsx', 'pages/landing/specimen-sheet.tsx'];

/**
 * Classes for left or right, which would be wrong in Arabic. `ms-`, `pe-`, `start-` and `text-start` are
 * mirrored.
 */
const side =
  /(?<![\w-])-?(?:m[lr]|p[lr]|left|right|rounded-(?:[lr]|[tb][lr])|border-[lr]|(?:scroll-)?[mp][lr])(?:-[\w[(]|(?=[\s'"`]))|(?<![\w-])(?:text|float|clear)-(?:left|right)/;

test('no class of the application refers to left or right, except on document pages', () => {
  const found = globSync('**/*.tsx', { cwd: web })
    .filter((file) => !onPaper.includes(file.replaceAll(path.sep, '/')))
    .flatMap((file) => classesOf(path.join(web, file)).map((classes) => `${file}: ${classes}`));
  expect(found.filter((line) => side.test(line.slice(line.indexOf(': ') + 2)))).toEqual([]);
});

test.each(['ml-2', 'sm:pr-4', '-left-1.5', 'md:text-right', 'hover:border-l', 'rounded-tl-[4px]'])(
  'detects %s',
  (name) => expect(side.test(`flex ${name} gap-2`)).toBe(true),
);

test.each(['ms-2', 'pe-4', 'start-0', 'text-start', 'border-line', 'rounded-lg', 'primary', 'align-left'])(
  'accepts %s',
  (name) => expect(side.test(`flex ${name} gap-2`)).toBe(false),
);

/** Returns quoted texts of a file that look like lists of class names. */
function classesOf(file: string): string[] {
  const quoted = readFileSync(file, 'utf8').match(/(["'`])(?:(?!\1)[^\n])*\1/g) ?? [];
  return quoted.map((text) => text.slice(1, -1)).filter((text) => /-|\s/.test(text));
}
