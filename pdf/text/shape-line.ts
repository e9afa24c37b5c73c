import * as harfbuzz from 'harfbuzzjs';
import type { FontName } from '../fonts/faces.ts';
import type { Paragraph } from './analyse-paragraph.ts';
import { openFace } from './open-face.ts';
import type { Face } from './open-face.ts';

/** A glyph in its place; lengths in thousandths of the font size, from the left end of the line. */
export type PlacedGlyph = {
  id: number;
  /** What it stands for; empty for the further glyphs of a cluster. */
  text: string;
  x: number;
  y: number;
  /**
   * On each glyph of a cluster whose text is spread over several advancing glyphs, as in Indic scripts: a
   * reader must be told the text of them all together. The first glyph has the text, the others ''.
   */
  spread?: string;
};

/** Glyphs of one font and one direction, from left to right. */
export type GlyphRun = { font: FontName; rightToLeft: boolean; glyphs: PlacedGlyph[] };

/** A shaped line; width in thousandths of the font size. */
export type ShapedLine = { text: string; runs: GlyphRun[]; width: number };

/**
 * Shapes the stretch [start, end) of a paragraph as one line: runs of one level and font in visual order
 * (UAX #9, rules L1 and L2), each shaped with the text around it, so that Arabic joins across fonts.
 */
export function shapeLine(paragraph: Paragraph, start = 0, end = paragraph.text.length): ShapedLine {
  const line: ShapedLine = { text: paragraph.text.slice(start, end), runs: [], width: 0 };
  for (const item of inVisualOrder(itemise(paragraph, start, end))) {
    const rightToLeft = (item.level & 1) === 1;
    const { glyphs, width } = shapeItem(paragraph.text, item, rightToLeft, line.width);
    line.runs.push({ font: item.font, rightToLeft, glyphs });
    line.width += width;
  }
  return line;
}

type Item = { start: number; end: number; level: number; font: FontName };

function itemise({ text, levels, fonts, rightToLeft }: Paragraph, start: number, end: number): Item[] {
  const items: Item[] = [];
  const trimmed = start + text.slice(start, end).trimEnd().length;
  for (let i = start; i < end; i++) {
    // L1: white space at the end of a line goes to the paragraph's end.
    const level = i < trimmed ? (levels[i] ?? 0) : Number(rightToLeft);
    const font = fonts[i] ?? 'sans';
    const last = items.at(-1);
    if (last?.level === level && last.font === font) last.end = i + 1;
    else items.push({ start: i, end: i + 1, level, font });
  }
  return items;
}

/** L2: from the highest level down to 1, every run of items at that level or above is turned round. */
function inVisualOrder(items: Item[]): Item[] {
  for (let level = Math.max(0, ...items.map((item) => item.level)); level > 0; level--) {
    for (let i = 0; i < items.length; i++) {
      let behind = i;
      while ((items[behind]?.level ?? -1) >= level) behind++;
      if (behind > i + 1) items.splice(i, behind - i, ...items.slice(i, behind).reverse());
      if (behind > i) i = behind - 1;
    }
  }
  return items;
}

const { LTR, RTL } = harfbuzz.Direction;
const { MONOTONE_CHARACTERS, MONOTONE_GRAPHEMES } = harfbuzz.ClusterLevel;

/** One buffer for all: shaping is synchronous. */
const buffer = new harfbuzz.Buffer();

function shapeItem(
  text: string,
  item: Item,
  rightToLeft: boolean,
  left: number,
): { glyphs: PlacedGlyph[]; width: number } {
  const face = openFace(item.font);
  buffer.reset();
  // Left to right, marks keep a cluster and a text of their own. Right to left, readers sort glyphs by place
  // and would read a mark before its letter: there the letter has the text of both.
  buffer.setClusterLevel(rightToLeft ? MONOTONE_GRAPHEMES : MONOTONE_CHARACTERS);
  buffer.addText(text, item.start, item.end - item.start);
  buffer.guessSegmentProperties();
  buffer.setDirection(rightToLeft ? RTL : LTR);
  harfbuzz.shape(face.shaper, buffer);
  return placeGlyphs(text, item, face, rightToLeft, left);
}

function placeGlyphs(
  text: string,
  item: Item,
  face: Face,
  rightToLeft: boolean,
  left: number,
): { glyphs: PlacedGlyph[]; width: number } {
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const scale = 1000 / face.outlines.unitsPerEm;
  let pen = 0;
  const glyphs: PlacedGlyph[] = infos.map((info, index) => {
    const position = positions[index];
    const x = left + (pen + (position?.xOffset ?? 0)) * scale;
    pen += position?.xAdvance ?? 0;
    return { id: info.codepoint, text: '', x, y: (position?.yOffset ?? 0) * scale };
  });
  const clusters = infos.map((info) => info.cluster);
  const advances = positions.map((position) => position.xAdvance);
  giveTexts(glyphs, clusters, advances, text, item, rightToLeft);
  return { glyphs, width: pen * scale };
}

/**
 * Gives each cluster's text to its widest glyph: readers skip marks, and take the gap of a letter without
 * text for a space. Where a left-to-right cluster has several advancing glyphs, its text goes to all of them
 * together; right to left that is left out, because readers turn such text round.
 */
function giveTexts(
  glyphs: PlacedGlyph[],
  clusters: number[],
  advances: number[],
  text: string,
  item: Item,
  rightToLeft: boolean,
): void {
  for (let first = 0; first < glyphs.length;) {
    const cluster = clusters[first] ?? item.start;
    let behind = first + 1;
    while (clusters[behind] === cluster) behind++;
    // The next cluster in the text stands behind this one, or before it when the run is right to left.
    const end = (rightToLeft ? clusters[first - 1] : clusters[behind]) ?? item.end;
    const share = text.slice(cluster, end);
    let widest = first;
    let advancing = 0;
    for (let i = first; i < behind; i++) {
      if ((advances[i] ?? 0) !== 0) advancing++;
      if ((advances[i] ?? 0) > (advances[widest] ?? 0)) widest = i;
    }
    const holder = glyphs[widest];
    if (!rightToLeft && advancing > 1)
      glyphs.slice(first, behind).forEach((glyph, index) => (glyph.spread = index === 0 ? share : ''));
    else if (holder !== undefined) holder.text = share;
    first = behind;
  }
}
