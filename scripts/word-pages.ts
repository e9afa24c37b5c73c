// Converts every Word file of a folder and compares its number of pages with the one that Word stored: `node
// scripts/word-pages.ts FOLDER`.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { isRefusal } from '#core/refusal.ts';
import { openRenderer } from '#pdf/render/pdfium.ts';
import { checkDocx } from '#server/adapters/docx/check-docx.ts';
import { libreOfficeConverter } from '#server/adapters/docx/libreoffice.ts';
import { replacedFonts } from '#server/documents/files/replaced-fonts.ts';

const folder = process.argv[2] ?? '../shared/corpus';
const converter = libreOfficeConverter();
const counts = { equal: 0, more: 0, fewer: 0 };
const names = (await readdir(folder, { recursive: true })).filter((name) => /\.docx$/i.test(name)).toSorted();
for (const name of names) {
  const docx = new Uint8Array(await readFile(join(folder, name)));
  const own = pagesOfWord(docx);
  const checked = own > 0 ? await checkDocx({ docx, trackedChanges: 'accept' }) : undefined;
  if (!checked || isRefusal(checked)) continue;
  const pdf = await converter.convert(checked.docx, { fonts: checked.fonts });
  if (isRefusal(pdf)) continue;
  const replaced = replacedFonts(checked.fonts, pdf);
  const pages = await pagesOf(pdf);
  process.stdout.write(`${name} | Word ${own} | here ${pages} | ${replaced.join(', ') || '-'}\n`);
  // Substitute fonts break lines differently, so these files say nothing about the layout.
  if (replaced.length === 0) counts[pages === own ? 'equal' : pages > own ? 'more' : 'fewer'] += 1;
}
const { equal, more, fewer } = counts;
process.stdout.write(`Metric-compatible fonts: ${equal} equal, ${more} more, ${fewer} fewer.\n`);

/**
 * Returns the page count that Word stored; 0 if another program wrote the file or no page count is stored.
 */
function pagesOfWord(docx: Uint8Array): number {
  const part = unzipSync(docx, { filter: ({ name }) => name === 'docProps/app.xml' })['docProps/app.xml'];
  const xml = part ? strFromU8(part) : '';
  return /<Application>Microsoft/.test(xml) ? Number(/<Pages>(\d+)</.exec(xml)?.[1] ?? 0) : 0;
}

async function pagesOf(pdf: Uint8Array): Promise<number> {
  const renderer = await openRenderer(pdf);
  if ('failed' in renderer) return 0;
  const { pageCount } = renderer;
  renderer.close();
  return pageCount;
}
