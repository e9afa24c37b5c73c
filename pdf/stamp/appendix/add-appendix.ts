import { dict, name, PdfDict, PdfRef } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { startCanvas } from '../canvas.ts';
import { DECORATION } from '../tag-structure.ts';
import type { Workshop } from '../workshop.ts';
import type { AppendixPage } from './blocks.ts';
import { BOTTOM, column, LEFT, MUTED, newSheet, PAPER, put, rule, startFlow, WIDTH } from './flow.ts';
import type { Flow, Sheet, TextStyle } from './flow.ts';
import { layBlocks } from './lay-blocks.ts';

/** Appends A4 pages behind the last page of the file. */
export function addAppendix(workshop: Workshop, pages: readonly AppendixPage[]): void {
  const { revision, catalog, images, han } = workshop;
  if (pages.length === 0) return;
  const flow = startFlow(han);
  const footers: AppendixPage['footer'][] = [];
  for (const [index, page] of pages.entries()) {
    if (index > 0) newSheet(flow);
    layBlocks(flow, page, (ink) => images.embed(ink));
    while (footers.length < flow.sheets.length) footers.push(page.footer);
  }
  footers.forEach((footer, index) => layFooter(flow, footer, index));

  const treeRef = catalog.get('Pages');
  const tree = revision.file.resolve(treeRef);
  if (!(treeRef instanceof PdfRef) || !(tree instanceof PdfDict)) throw new Error('no page tree');
  const added = flow.sheets.map((sheet) => addPage(workshop, treeRef, sheet));
  const kids = revision.file.resolve(tree.get('Kids'));
  const all: PdfObject[] = [...(Array.isArray(kids) ? kids : []), ...added];
  revision.set(
    treeRef,
    new PdfDict([...tree, ['Kids', all], ['Count', revision.file.pageCount + added.length]]),
  );
}

const FOOTER: TextStyle = { face: 'sans', size: 7.5, leading: 10, colour: MUTED };
const PAGE_LABEL = 90;

function layFooter(flow: Flow, footer: AppendixPage['footer'], index: number): void {
  const sheet = flow.sheets[index];
  if (footer === undefined || sheet === undefined) return;
  const onSheet: Flow = { ...flow, sheets: [sheet], y: 0 };
  const top = BOTTOM - 24;
  rule(onSheet, top);
  const label = footer.label
    .replace('{page}', String(index + 1))
    .replace('{pages}', String(flow.sheets.length));
  const left = column(flow, footer.text, FOOTER, { x: LEFT, width: WIDTH - PAGE_LABEL }, DECORATION);
  const right = column(flow, label, FOOTER, { x: LEFT + WIDTH - PAGE_LABEL, width: PAGE_LABEL }, DECORATION);
  for (const { lines, x, width } of [left, right]) {
    lines.slice(0, 3).forEach(({ shaped }, line) => {
      const free = width - (shaped.width * FOOTER.size) / 1000;
      const place = {
        x: x === LEFT ? x : x + free,
        y: top - 13 - line * FOOTER.leading,
        size: FOOTER.size,
      };
      put(onSheet, DECORATION, (canvas) => canvas.text(shaped, place, FOOTER.colour));
    });
  }
}

function addPage({ revision, fonts, structure }: Workshop, parent: PdfRef, sheet: Sheet): PdfRef {
  const target = revision.allocate();
  const page = dict({
    Type: name('Page'),
    Parent: parent,
    MediaBox: [0, 0, PAPER.width, PAPER.height],
  });
  const tagger = structure.onPage(target, page);
  const canvas = startCanvas(fonts, 'St1');
  for (const { tag, language, draw } of sheet.draws) {
    canvas.marked(tagger.open(tag, language), () => draw(canvas));
  }
  page.set('Resources', canvas.resources(new PdfDict(), revision.file.resolve));
  page.set('Contents', revision.add(canvas.contentStream()));
  if (structure.tagged) page.set('Tabs', name('S'));
  revision.set(target, page);
  return target;
}
