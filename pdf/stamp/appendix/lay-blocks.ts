import type { TagNode } from '../tag-structure.ts';
import type { AppendixBlock, AppendixPage, HeadingBlock, OwnPagesBlock, ParagraphBlock } from './blocks.ts';
import { column, ensure, heightOf, addColumns, rule, type Flow } from './flow.ts';
import { renderFacts } from './lay-facts.ts';
import { renderSignature, signatureHeight, type EmbedImage } from './lay-signature.ts';
import { renderTable } from './lay-table.ts';
import { renderStatus, renderTitle } from './lay-title.ts';
import { BODY, HEADING, styleOf } from './styles.ts';

/** Width of the label column (points). */
const LABELS = 104;

/** Draws blocks one below the other, starting at the current position. */
export function renderBlocks(flow: Flow, { blocks, language }: AppendixPage, embed: EmbedImage): void {
  const { left, width } = flow.frame;
  for (const [at, block] of blocks.entries()) {
    flow.language = block.language ?? language;
    switch (block.kind) {
      case 'title':
        renderTitle(flow, block);
        break;
      case 'status':
        renderStatus(flow, block);
        break;
      case 'heading':
        layoutHeading(flow, block, roomFrom(flow, blocks.slice(at)));
        break;
      case 'paragraph':
        if (isHead(block)) ensure(flow, roomOfHead(flow, blocks.slice(at)));
        layoutParagraph(flow, block);
        break;
      case 'own-pages':
        layoutParagraph(flow, { kind: 'paragraph', text: ownPages(flow, block), tone: 'muted' });
        break;
      case 'facts':
        renderFacts(flow, block.rows, { x: left, width, labels: LABELS });
        flow.y -= 4;
        break;
      case 'table':
        renderTable(flow, block);
        break;
      case 'signature':
        renderSignature(flow, block, embed);
        break;
      case 'rule':
        flow.y -= 8;
        rule(flow, flow.y);
        flow.y -= 10;
    }
  }
}

type Head = HeadingBlock | (ParagraphBlock & { tone: 'strong' | 'small-strong' });

/** Returns true for headings and for strong lines, which are the heading of the paragraph below. */
function isHead(block: AppendixBlock): block is Head {
  return (
    block.kind === 'heading' ||
    (block.kind === 'paragraph' && (block.tone === 'strong' || block.tone === 'small-strong'))
  );
}

/** Returns the height (points) of leading headings together with the first lines of the content below them. */
function roomFrom(flow: Flow, blocks: readonly AppendixBlock[]): number {
  const end = blocks.findIndex((block) => !isHead(block));
  const heads = blocks.slice(0, end < 0 ? blocks.length : end).filter(isHead);
  const rooms = heads.map((head) => {
    const style = head.kind === 'heading' ? HEADING : styleOf(head.tone);
    return (
      heightOf([column(flow, head.text, style, placeOf(flow), { type: 'P' })]) +
      (head.kind === 'heading' ? 12 : 6)
    );
  });
  const next = end < 0 ? undefined : blocks[end];
  const after = end < 0 ? undefined : blocks[end + 1];
  const own = next?.kind === 'paragraph' ? heightOfTexts(flow, [next]) : Infinity;
  // A short line between two headings is kept together with the second heading and its content.
  const below =
    after && isHead(after) && own < 2 * BODY.leading
      ? own + roomFrom(flow, blocks.slice(end + 1))
      : roomBelow(flow, next, end === blocks.length - 1);
  return rooms.reduce((sum, room) => sum + room, below);
}

/**
 * Returns the height of the first lines of the content below a heading. The last paragraph does not start a new
 * page unnecessarily.
 */
function roomBelow(flow: Flow, next: AppendixBlock | undefined, isLast: boolean): number {
  if (next?.kind === 'signature') return signatureHeight(flow, next);
  const some = 4 * BODY.leading;
  return isLast && next?.kind === 'paragraph' ? Math.min(some, heightOfTexts(flow, [next])) : some;
}

/** Height in points up to which a block leaves no noticeable gap at the bottom of a page. */
const SHORT = 160;

/**
 * Returns the height (points) of a strong line and the content below it. If the last two such blocks are short,
 * they are kept together, because the last one would otherwise be alone on a page. This adds no page, because
 * the last one would start a page anyway.
 */
function roomOfHead(flow: Flow, blocks: readonly AppendixBlock[]): number {
  const room = roomFrom(flow, blocks);
  const second = blocks.findIndex((block, at) => isHead(block) && at > 0 && !isHead(blocks[at - 1]!));
  const last = blocks.slice(second);
  const isLast = !last.slice(last.findIndex((block) => !isHead(block))).some(isHead);
  const texts = blocks.filter((block) => block.kind === 'paragraph');
  if (second < 0 || !isLast || texts.length < blocks.length) return room;
  const first = heightOfTexts(flow, texts.slice(0, second));
  const roomOfLast = roomFrom(flow, last);
  const whole = first + Math.max(roomOfLast, heightOfTexts(flow, texts.slice(second)));
  const left = flow.y - flow.frame.bottom;
  const isAlone = first <= left && left - first < roomOfLast;
  return isAlone && whole <= SHORT ? Math.max(room, whole) : room;
}

function heightOfTexts(flow: Flow, blocks: readonly ParagraphBlock[]): number {
  const heights = blocks.flatMap(({ text, tone }) =>
    partsOf(text).map((part) => {
      const laid = column(flow, part, styleOf(tone), placeOf(flow), { type: 'P' });
      return heightOf([laid]) + spaceBelow(tone);
    }),
  );
  return heights.reduce((sum, height) => sum + height, 0);
}

const partsOf = (text: string): string[] => text.split(/\n{2,}/);
const spaceBelow = (tone: ParagraphBlock['tone']): number =>
  tone === 'small-strong' ? 1 : tone === 'small' ? 4 : 6;

const placeOf = ({ frame: { left, width } }: Flow): { x: number; width: number } => ({ x: left, width });

function layoutHeading(flow: Flow, { text }: HeadingBlock, room: number): void {
  if (!ensure(flow, room)) flow.y -= 7;
  addColumns(flow, [column(flow, text, HEADING, placeOf(flow), { type: 'H2' })]);
  flow.y -= 4;
}

function layoutParagraph(flow: Flow, { text, tone }: ParagraphBlock): void {
  const isStrong = tone === 'strong' || tone === 'small-strong';
  for (const part of partsOf(text)) {
    const tag: TagNode = { type: isStrong ? 'H3' : 'P' };
    const { lines, ...rest } = { ...column(flow, part, styleOf(tone), placeOf(flow), tag), bySide: true };
    for (const step of keptTogether(lines)) addColumns(flow, [{ ...rest, lines: step }]);
    flow.y -= spaceBelow(tone);
  }
}

function ownPages({ own: { first, last } }: Flow, { one, several }: OwnPagesBlock): string {
  return (first === last ? one : several)
    .replace('{first}', String(first))
    .replace('{last}', String(last))
    .replace('{filePages}', String(last));
}

/**
 * Keeps a short paragraph together. A longer one may break, but never leaves a single line at the end or top of
 * a page.
 */
function keptTogether<Line>(lines: readonly Line[]): Line[][] {
  if (lines.length <= 4) return [[...lines]];
  const between = lines.slice(2, -2).map((line) => [line]);
  return [lines.slice(0, 2), ...between, lines.slice(-2)];
}
