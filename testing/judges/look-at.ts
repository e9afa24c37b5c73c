import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPpm, type Picture } from './read-ppm.ts';
import { runTool, withFolder } from './run-tool.ts';

/** Writes bytes to a temporary file for a tool that needs one. */
export const inFile = <T>(bytes: Uint8Array, use: (file: string) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    await writeFile(join(folder, 'file.pdf'), bytes);
    return use(join(folder, 'file.pdf'));
  });

/**
 * Renders the visible box of one page (counted from 1) with poppler. At scale 1, a pixel is a unit of user
 * space.
 */
export const lookAt = (bytes: Uint8Array, page = 1, scale = 1): Promise<Picture> =>
  inFile(bytes, async (file) => {
    const only = ['-f', String(page), '-l', String(page)];
    const { stdout } = await runTool('pdftoppm', ['-cropbox', ...only, '-r', String(72 * scale), file]);
    return readPpm(stdout);
  });

/** Returns the text of the file in drawing order, without the direction marks that poppler adds. */
export const readAloud = (bytes: Uint8Array, page?: number): Promise<string> =>
  inFile(bytes, async (file) => {
    const only = page === undefined ? [] : ['-f', String(page), '-l', String(page)];
    const { stdout } = await runTool('pdftotext', ['-raw', '-enc', 'UTF-8', ...only, file, '-']);
    return new TextDecoder().decode(stdout).replace(/[\u200e\u200f\u202a-\u202e]/g, '');
  });

/** Returns the positions, from the top left corner, at which two pictures of equal size visibly differ. */
export function changedPixels(before: Picture, after: Picture): [x: number, y: number][] {
  if (before.width !== after.width || before.height !== after.height) throw new Error('sizes differ');
  const changed: [number, number][] = [];
  for (let i = 0; i < before.data.length; i += 4) {
    for (let color = i; color < i + 3; color += 1) {
      if (Math.abs(before.data[color]! - after.data[color]!) <= 8) continue;
      changed.push([(i / 4) % before.width, Math.floor(i / 4 / before.width)]);
      break;
    }
  }
  return changed;
}
