import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';

/** Pictures per row and rows per sheet, chosen so that small letters remain legible. */
const layouts: Record<string, { across: number; rows: number }> = {
  375: { across: 6, rows: 2 },
  768: { across: 4, rows: 2 },
  1440: { across: 3, rows: 3 },
};

/** Arranges all pictures of a folder on sheets in its subfolder `sheets/`, by width and scheme. */
export async function makeContactSheets(browser: Browser, folder: string): Promise<void> {
  const sheets = join(folder, 'sheets');
  await rm(sheets, { recursive: true, force: true });
  await mkdir(sheets, { recursive: true });
  const groups = new Map<string, string[]>();
  for (const name of (await readdir(folder)).toSorted()) {
    const [, language = 'en', width = '', scheme = ''] =
      /^(?:([a-z]{2})-)?.*-(\d+)-(light|dark)\.png$/.exec(name) ?? [];
    if (!(width in layouts)) continue;
    const key = `${language}-${width}-${scheme}`;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const context = await browser.newContext({ viewport: { width: 1640, height: 900 } });
  const page = await context.newPage();
  for (const [key, names] of groups) {
    const { across, rows } = layouts[key.split('-')[1] ?? ''] ?? { across: 3, rows: 3 };
    for (let at = 0; at < names.length; at += across * rows) {
      const file = join(sheets, `${key}-${String(at / (across * rows) + 1).padStart(2, '0')}`);
      await writeFile(`${file}.html`, sheetOf(names.slice(at, at + across * rows), across));
      await page.goto(`file://${file}.html`);
      await page.screenshot({ path: `${file}.png`, fullPage: true });
      await rm(`${file}.html`);
    }
  }
  await context.close();
}

/** Shows only the beginning of a long page. The picture itself is complete. */
function sheetOf(names: string[], across: number): string {
  const shown = names.map(
    (name) => `<figure><img src="../${name}"><figcaption>${name.replace('.png', '')}</figcaption></figure>`,
  );
  return `<!doctype html><style>
    body { margin: 16px; background: #888; display: grid; grid-template-columns: repeat(${across}, 1fr); gap: 16px; align-items: start; }
    figure { margin: 0; } img { display: block; width: 100%; max-height: 760px; object-fit: cover; object-position: top; }
    figcaption { font: 12px sans-serif; color: #fff; background: #222; padding: 3px 6px; }
  </style>${shown.join('')}`;
}
