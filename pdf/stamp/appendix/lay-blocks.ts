import type { PackedInk } from '../../image/packed-ink.ts';
import { fitText, LEADING } from '../../text/fit-text.ts';
import { printable } from '../../text/printable.ts';
import { containIn } from '../contain-in.ts';
import { INK } from '../draw-stamp.ts';
import type { EmbeddedImage } from '../embed-image.ts';
import { DECORATION, type TagNode } from '../tag-structure.ts';
import type { Canvas, Colour } from '../canvas.ts';
import type {
  AppendixBlock,
  AppendixPage,
  FactsBlock,
  HeadingBlock,
  ParagraphBlock,
  SignatureBlock,
  TitleBlock,
} from './blocks.ts';
import { column, ensure, heightOf, LEFT, MUTED, put, putColumns, rule, TEXT, WIDTH } from './flow.ts';
import type { Flow, TextStyle } from './flow.ts';
import { drawMark } from './draw-own-mark.ts';
import { layTable } from './lay-table.ts';

const BLACK: Colour = [0, 0, 0];
const TITLE: TextStyle = { face: 'serif', size: 23, leading: 29, colour: TEXT };
const SUBTITLE: TextStyle = { face: 'sans', size: 9.5, leading: 14, colour: MUTED };
const HEADING: TextStyle = { face: 'serif', size: 12.5, leading: 17, colour: TEXT };
const BODY: TextStyle = { face: 'sans', size: 9, leading: 13.5, colour: TEXT };
const STRONG: TextStyle = { ...BODY, face: 'sans-bold' };
const QUIET: TextStyle = { ...BODY, colour: MUTED };

/** The whole width between the margins. */
const PAGE = { x: LEFT, width: WIDTH };

/** Width of the labels beside values (points). */
const LABELS = 118;
const GAP = 12;

export type EmbedImage = (ink: PackedInk) => EmbeddedImage;

/** Lays blocks one below the other, from where the flow stands. */
export function layBlocks(flow: Flow, { blocks, language }: AppendixPage, embed: EmbedImage): void {
  for (const [at, block] of blocks.entries()) {
    flow.language = block.language ?? language;
    switch (block.kind) {
      case 'title':
        layTitle(flow, block);
        break;
      case 'heading':
        layHeading(flow, block, roomFrom(flow, blocks.slice(at)));
        break;
      case 'paragraph':
        if (isHead(block)) ensure(flow, roomFrom(flow, blocks.slice(at)));
        layParagraph(flow, block);
        break;
      case 'facts':
        layFacts(flow, block.rows, LEFT, WIDTH);
        flow.y -= 6;
        break;
      case 'table':
        layTable(flow, block);
        break;
      case 'signature':
        laySignature(flow, block, embed);
        break;
      case 'rule':
        flow.y -= 8;
        rule(flow, flow.y);
        flow.y -= 10;
    }
  }
}

/** The square of dots at the right of the title, and our mark at its left (points). */
const CODE = { size: 62, gap: 18 };
const MARK = { size: 24, gap: 11 };

function layTitle(flow: Flow, { text, subtitle, code, mark }: TitleBlock): void {
  const top = flow.y;
  const aside = mark ? MARK.size + MARK.gap : 0;
  const place = { x: LEFT + aside, width: WIDTH - aside - (code ? CODE.size + CODE.gap : 0) };
  putColumns(flow, [column(flow, text, TITLE, place, { type: 'H1' })]);
  if (subtitle !== undefined) {
    flow.y -= 2;
    putColumns(flow, [column(flow, subtitle, SUBTITLE, place, { type: 'P' })]);
  }
  if (mark) put(flow, DECORATION, (canvas) => drawMark(canvas, LEFT, top - MARK.size - 2));
  if (code) {
    put(flow, { type: 'Figure', alt: code.alt }, (canvas) => drawDots(canvas, code.dots, top));
    flow.y = Math.min(flow.y, top - CODE.size);
  }
  flow.y -= 12;
  rule(flow, flow.y);
  flow.y -= 12;
}

/** Dark dots beside each other are one bar, so that no light shows between them. */
function drawDots(canvas: Canvas, dots: readonly (readonly boolean[])[], top: number): void {
  const side = CODE.size / dots.length;
  const left = LEFT + WIDTH - CODE.size;
  for (const [row, line] of dots.entries()) {
    for (let from = 0; from < line.length; from += 1) {
      if (!line[from]) continue;
      let to = from;
      while (line[to + 1]) to += 1;
      canvas.bar(left + from * side, top - (row + 1) * side, (to - from + 1) * side, side, BLACK);
      from = to;
    }
  }
}

type Head = HeadingBlock | (ParagraphBlock & { tone: 'strong' });

/** A strong line is the head of the paragraph under it. */
function isHead(block: AppendixBlock): block is Head {
  return block.kind === 'heading' || (block.kind === 'paragraph' && block.tone === 'strong');
}

/** Of blocks that begin with heads: the room (points) for these, and for some lines of what they are about. */
function roomFrom(flow: Flow, blocks: readonly AppendixBlock[]): number {
  const end = blocks.findIndex((block) => !isHead(block));
  const heads = blocks.slice(0, end < 0 ? blocks.length : end).filter(isHead);
  const rooms = heads.map(({ kind, text }) => {
    const style = kind === 'heading' ? HEADING : STRONG;
    return heightOf([column(flow, text, style, PAGE, { type: 'P' })]) + (kind === 'heading' ? 15 : 6);
  });
  const next = end < 0 ? undefined : blocks[end];
  const below = next?.kind === 'signature' ? roomOfSignature(next) : 4 * BODY.leading;
  return rooms.reduce((sum, room) => sum + room, below);
}

function layHeading(flow: Flow, { text }: HeadingBlock, room: number): void {
  if (!ensure(flow, room)) flow.y -= 10;
  putColumns(flow, [column(flow, text, HEADING, PAGE, { type: 'H2' })]);
  flow.y -= 5;
}

function layParagraph(flow: Flow, { text, tone }: ParagraphBlock): void {
  const style = tone === 'muted' ? QUIET : tone === 'strong' ? STRONG : BODY;
  for (const part of text.split(/\n{2,}/)) {
    const tag: TagNode = { type: tone === 'strong' ? 'H3' : 'P' };
    const { lines, ...rest } = { ...column(flow, part, style, PAGE, tag), bySide: true };
    for (const step of keptTogether(lines)) putColumns(flow, [{ ...rest, lines: step }]);
    flow.y -= 6;
  }
}

/** A short paragraph stays whole; a longer one flows, and leaves no line alone at the end or the top of a page. */
function keptTogether<Line>(lines: readonly Line[]): Line[][] {
  if (lines.length <= 4) return [[...lines]];
  const between = lines.slice(2, -2).map((line) => [line]);
  return [lines.slice(0, 2), ...between, lines.slice(-2)];
}

function layFacts(flow: Flow, rows: FactsBlock['rows'], x: number, width: number, labels = LABELS): void {
  const table: TagNode = { type: 'Table' };
  for (const { label, value } of rows) {
    const row: TagNode = { type: 'TR', parent: table };
    putColumns(flow, [
      column(flow, label, QUIET, { x, width: labels }, { type: 'TH', scope: 'Row', parent: row }),
      column(
        flow,
        value,
        BODY,
        { x: x + labels + GAP, width: width - labels - GAP },
        { type: 'TD', parent: row },
      ),
    ]);
    flow.y -= 2.5;
  }
}

/** The room for the picture of a signature, and for the labels beside it (points). */
const SIGNATURE = { width: 170, height: 58, labels: 76 };

function roomOfSignature({ rows }: SignatureBlock): number {
  return Math.max(SIGNATURE.height + 30, rows.length * 16) + 10;
}

function laySignature(flow: Flow, block: SignatureBlock, embed: EmbedImage): void {
  const { ink, alt, name, rows } = block;
  const beside = LEFT + SIGNATURE.width + 24;
  ensure(flow, roomOfSignature(block));
  const top = flow.y;
  const bottom = top - SIGNATURE.height;
  if (ink !== undefined) {
    const image = embed(ink);
    const box = containIn(image, SIGNATURE.width, SIGNATURE.height - 4);
    put(flow, { type: 'Figure', alt }, (canvas) =>
      canvas.image(image, LEFT, bottom + 3, box.width, box.height),
    );
  }
  if (block.typed !== undefined) layTyped(flow, block.typed, bottom);
  rule(flow, bottom, LEFT, SIGNATURE.width);
  flow.y = bottom - 4;
  putColumns(flow, [column(flow, name, STRONG, { x: LEFT, width: SIGNATURE.width }, { type: 'P' })]);
  const left = flow.y;
  flow.y = top;
  const pages = flow.sheets.length;
  layFacts(flow, rows, beside, LEFT + WIDTH - beside, SIGNATURE.labels);
  // Facts that went on to a new page leave the signature behind.
  if (flow.sheets.length === pages) flow.y = Math.min(flow.y, left);
  flow.y -= 14;
}

function layTyped(flow: Flow, { text, face }: NonNullable<SignatureBlock['typed']>, bottom: number): void {
  const { width, height } = SIGNATURE;
  const { lines, size } = fitText(printable(text, face), { width, height, face, size: 30, han: flow.han });
  lines.forEach(({ shaped }, index) => {
    const place = { x: LEFT, y: bottom + size * (0.4 + (lines.length - 1 - index) * LEADING), size };
    put(flow, { type: 'P' }, (canvas) => canvas.text(shaped, place, INK));
  });
}
