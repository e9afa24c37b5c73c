import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

/**
 * APIs that are missing in Safari 16.4, Chrome 111 or Firefox 115, the oldest browsers that README.md names.
 * The build rewrites newer syntax, but not these calls.
 */
const newer = [
  'Map.groupBy(',
  'Object.groupBy(',
  'Array.fromAsync(',
  'Promise.withResolvers(',
  'Promise.try(',
  'RegExp.escape(',
  'Iterator.from(',
  'URL.parse(',
  'URL.canParse(',
  'AbortSignal.any(',
  'Uint8Array.fromBase64(',
  'Uint8Array.fromHex(',
  'Math.sumPrecise(',
  'Intl.DurationFormat(',
  'scheduler.yield(',
  'navigator.userActivation',
  '.parseCreationOptionsFromJSON(',
  '.parseRequestOptionsFromJSON(',
  '.toWellFormed(',
  '.isWellFormed(',
  '.isSubsetOf(',
  '.isSupersetOf(',
  '.isDisjointFrom(',
  '.symmetricDifference(',
  '.getOrInsert(',
  '.showPopover(',
  '.requestClose(',
  '.moveBefore(',
  '.setHTMLUnsafe(',
  // Only in styles that scripts set. The build rewrites it in style sheets.
  'light-dark(',
];

/** More newer calls, each with the check that a script must make before the call. */
const guarded: readonly (readonly [call: string, check: RegExp])[] = [
  ['Intl.Segmenter(', /typeof Intl\.Segmenter/],
  ['requestIdleCallback(', /[`'"]requestIdleCallback[`'"] ?in window/],
  ['.checkVisibility(', /typeof \w+\.checkVisibility/],
];

const newerIn = (source: string) => [
  ...newer.filter((call) => source.includes(call)),
  ...guarded.filter(([call, check]) => source.includes(call) && !check.test(source)).map(([call]) => call),
];

/** CSS features that those browsers lack, and whose absence makes a page worse. */
const newerStyles = ['light-dark(', ':has(', ':dir(', '@scope', 'anchor-name:', 'subgrid'];
const newerStylesIn = (source: string) => newerStyles.filter((name) => source.includes(name));

/** The legacy build of pdf.js contains its own replacements for newer APIs. */
const isPdfJs = (name: string) => /^pdf(?:\.worker)?[-.]/.test(name);

async function foundIn(name: RegExp, search: (source: string) => string[]) {
  const folder = join(import.meta.dirname, '../../dist/web');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && name.test(entry.name) && !entry.parentPath.includes('pdfjs'))
    .filter((entry) => !isPdfJs(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    paths.map(async (path) => search(await readFile(path, 'utf8')).map((one) => `${path}: ${one}`)),
  );
  return { files: paths.length, found: found.flat() };
}

test('the built pages call only APIs that the oldest supported browsers have', async () => {
  const { files, found } = await foundIn(/\.(?:m?js|htm)$/, newerIn);
  expect(files).toBeGreaterThan(50);
  expect(found).toEqual([]);
});

test('the built styles need nothing that the oldest supported browsers lack', async () => {
  // Without :has() the reference for developers shows the examples of all languages.
  const { files, found } = await foundIn(/^(?!developers\.).*\.css$/, newerStylesIn);
  expect(files).toBeGreaterThan(3);
  expect(found).toEqual([]);
});

test('detects a newer call, one without its check, and a newer style', () => {
  expect(newerIn('const byPage=Map.groupBy(fields,(f)=>f.page)')).toEqual(['Map.groupBy(']);
  expect(newerIn('g=new Intl.Segmenter(void 0,{granularity:`word`})')).toEqual(['Intl.Segmenter(']);
  expect(newerIn('typeof Intl.Segmenter==`function`?new Intl.Segmenter():0')).toEqual([]);
  expect(newerIn('{"--ink":`light-dark(${t}, ${n})`}')).toEqual(['light-dark(']);
  expect(newerStylesIn('.face:has(:checked){color:red}')).toEqual([':has(']);
});
