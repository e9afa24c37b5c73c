import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { runTool, withFolder } from './run-tool.ts';

/** A rendered page; `data` is RGBA, four bytes a pixel, rows from the top. */
export type RenderedPage = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** The text of the file as poppler reads it, in the layout of the page. */
export async function pdftotext(file: string): Promise<string> {
  const { code, stdout, stderr } = await runTool('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-']);
  if (code !== 0) throw new Error(`pdftotext: ${stderr}`);
  return new TextDecoder().decode(stdout);
}

/** Every page of the file as poppler draws it, at `dpi` dots per inch. */
export function renderPages(file: string, dpi: number): Promise<RenderedPage[]> {
  return withFolder(async (folder) => {
    const { code, stderr } = await runTool('pdftoppm', [
      '-png',
      '-r',
      String(dpi),
      file,
      join(folder, 'page'),
    ]);
    if (code !== 0) throw new Error(`pdftoppm: ${stderr}`);
    // pdftoppm pads the page numbers, so that the names sort as the pages do.
    const names = (await readdir(folder)).toSorted();
    return Promise.all(names.map(async (name) => PNG.sync.read(await readFile(join(folder, name)))));
  });
}
