import { PdfDict, PdfRef, dict, name, type PdfObject } from '../../objects/objects.ts';
import type { PackedInk } from '../../image/packed-ink.ts';
import { startCanvas } from '../canvas.ts';
import type { EmbeddedImage } from '../embed-image.ts';
import { DECORATION } from '../tag-structure.ts';
import type { References } from '../link-references.ts';
import type { Workshop } from '../workshop.ts';
import type { AppendixBlock, AppendixPage } from './blocks.ts';
import {
  MUTED,
  column,
  frameOf,
  newSheet,
  put,
  rule,
  startFlow,
  type Flow,
  type Frame,
  type Sheet,
  type TextStyle,
  type WrappedTexts,
} from './flow.ts';
import { renderBlocks } from './lay-blocks.ts';

/**
 * Appends pages after the last page of the file, in the size of the first of them or A4. Returns the positions
 * of the rows that stamps refer to.
 */
export function addAppendix(workshop: Workshop, pages: readonly AppendixPage[]): References {
  const { revision, catalog, images, han } = workshop;
  if (pages.length === 0) return new Map();
  const before = revision.file.pageCount;
  const { flow, footers } = layoutPages(pages, han, before, (ink) => images.embed(ink));
  footers.forEach((footer, index) => layoutFooter(flow, footer, index, before));

  const treeRef = catalog.get('Pages');
  const tree = revision.file.resolve(treeRef);
  if (!(treeRef instanceof PdfRef) || !(tree instanceof PdfDict)) throw new Error('no page tree');
  const added = flow.sheets.map((sheet) => addPage(workshop, treeRef, sheet, flow.frame.paper));
  const kids = revision.file.resolve(tree.get('Kids'));
  const all: PdfObject[] = [...(Array.isArray(kids) ? kids : []), ...added];
  revision.set(treeRef, new PdfDict([...tree, ['Kids', all], ['Count', before + added.length]]));
  return new Map([...flow.places].map(([name, { sheet, y }]) => [name, { page: added[sheet]!, y }]));
}

type Laid = { flow: Flow; footers: AppendixPage['footer'][] };

/** Typical number of certificate pages. */
const USUAL_PAGES = 2;
const MOST_PASSES = 4;

/**
 * The pages print their own page numbers, which are known only after layout. Layout therefore repeats until the
 * numbers are correct. If they never are, the statement is omitted, so that a signed document can always be
 * sealed and never contains a wrong number.
 */
function layoutPages(
  pages: readonly AppendixPage[],
  han: Flow['han'],
  before: number,
  embed: (ink: PackedInk) => EmbeddedImage,
): Laid {
  const first = before + 1;
  const wrapped: WrappedTexts = new Map();
  let expected = USUAL_PAGES;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const laid = layoutAll(pages, han, { first, last: before + expected }, embed, wrapped);
    const count = laid.flow.sheets.length;
    if (count === expected || !pages.some(statesPages)) return laid;
    expected = count;
  }
  const silent = pages.map((page) => ({ ...page, blocks: page.blocks.filter((one) => !isOwnPages(one)) }));
  return layoutAll(silent, han, { first, last: first }, embed, wrapped);
}

const isOwnPages = ({ kind }: AppendixBlock): boolean => kind === 'own-pages';
const statesPages = ({ blocks }: AppendixPage): boolean => blocks.some(isOwnPages);

function layoutAll(
  pages: readonly AppendixPage[],
  han: Flow['han'],
  own: Flow['own'],
  embed: (ink: PackedInk) => EmbeddedImage,
  wrapped: WrappedTexts,
): Laid {
  const [{ paper, mirrored } = {}] = pages;
  const flow = startFlow(han, frameOf(paper, mirrored), own, wrapped);
  const footers: AppendixPage['footer'][] = [];
  for (const [index, page] of pages.entries()) {
    if (index > 0) newSheet(flow);
    renderBlocks(flow, page, embed);
    while (footers.length < flow.sheets.length) footers.push(page.footer);
  }
  return { flow, footers };
}

const FOOTER: TextStyle = { face: 'sans', size: 7.5, leading: 10, color: MUTED };
const PAGE_LABEL = 120;

function layoutFooter(flow: Flow, footer: AppendixPage['footer'], index: number, before: number): void {
  const sheet = flow.sheets[index];
  if (footer === undefined || sheet === undefined) return;
  const onSheet: Flow = { ...flow, sheets: [sheet], y: 0 };
  const { left: start, width: full, bottom } = flow.frame;
  const top = bottom - 20;
  rule(onSheet, top);
  const label = footer.label
    .replace('{page}', String(index + 1))
    .replace('{pages}', String(flow.sheets.length))
    .replace('{filePage}', String(before + index + 1))
    .replace('{filePages}', String(before + flow.sheets.length));
  const left = column(flow, footer.text, FOOTER, { x: start, width: full - PAGE_LABEL }, DECORATION);
  const end = { x: start + full - PAGE_LABEL, width: PAGE_LABEL };
  const right = column(flow, label, FOOTER, end, DECORATION);
  for (const { lines, x, width } of [left, right]) {
    const isLeft = x === start;
    lines.slice(0, 3).forEach(({ shaped }, line) => {
      const free = width - (shaped.width * FOOTER.size) / 1000;
      const place = {
        x: isLeft ? x : x + free,
        y: top - 13 - line * FOOTER.leading,
        size: FOOTER.size,
      };
      put(onSheet, DECORATION, (canvas) => canvas.text(shaped, place, FOOTER.color));
    });
  }
}

function addPage(
  { revision, fonts, structure }: Workshop,
  parent: PdfRef,
  sheet: Sheet,
  paper: Frame['paper'],
): PdfRef {
  const target = revision.allocate();
  const page = dict({
    Type: name('Page'),
    Parent: parent,
    MediaBox: [0, 0, paper.width, paper.height],
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
