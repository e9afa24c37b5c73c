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
  '.toWellFormed(',
  '.isWellFormed(',
  '.isSubsetOf(',
  '.isSupersetOf(',
  '.isDisjointFrom(',
  '.symmetricDifference(',
  '.getOrInsert(',
  '.showPopover(',
];

const newerIn = (source: string) => newer.filter((call) => source.includes(call));

/** The legacy build of pdf.js contains its own replacements for newer APIs. */
const isPdfJs = (name: string) => /^pdf(?:\.worker)?[-.]/.test(name);

async function builtScripts(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name) && !entry.parentPath.includes('pdfjs'))
    .filter((entry) => !isPdfJs(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

test('the built pages call only APIs that the oldest supported browsers have', async () => {
  const scripts = await builtScripts(join(import.meta.dirname, '../../dist/web'));
  expect(scripts.length).toBeGreaterThan(50);
  const found = await Promise.all(
    scripts.map(async (path) => newerIn(await readFile(path, 'utf8')).map((call) => `${path}: ${call}`)),
  );
  expect(found.flat()).toEqual([]);
});

test('detects a call to a newer API', () => {
  expect(newerIn('const byPage=Map.groupBy(fields,(f)=>f.page)')).toEqual(['Map.groupBy(']);
});
