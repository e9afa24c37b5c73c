import * as harfbuzz from 'harfbuzzjs';
import type { FontName } from '../fonts/faces.ts';
import type { Paragraph } from './analyse-paragraph.ts';
import { openFace } from './open-face.ts';
import type { Script } from './resolve-scripts.ts';
import { isGlyphInBounds } from './subset-truetype.ts';
import type { GlyphPart, GlyphShape } from './subset-truetype.ts';
import type { TrueType } from './truetype.ts';

/** A positioned glyph. Lengths are in thousandths of the font size, from the left end of the line. */
export type PlacedGlyph = {
  shape: GlyphShape;
  /** The text it represents, and its start position in the paragraph (UTF-16). */
  text: string;
  at: number;
  x: number;
  y: number;
  /** Distance by which the pen advances. */
  advance: number;
};

/** Glyphs of one font, script and direction, from left to right. [start, end) is the range of their text. */
export type GlyphRun = {
  font: FontName;
  script: Script;
  rightToLeft: boolean;
  start: number;
  end: number;
  glyphs: PlacedGlyph[];
};

/** A shaped line. Its width is in thousandths of the font size. */
export type ShapedLine = { text: string; runs: GlyphRun[]; width: number };

/**
 * Shapes the range [start, end) of a paragraph as one line. The line consists of runs with the same level,
 * script and font in visual order (UAX #9, rules L1 and L2). Each run is shaped with its surrounding text, so
 * that Arabic letters join across fonts. Direction controls have already been applied and are not drawn.
 */
export function shapeLine(paragraph: Paragraph, start = 0, end = paragraph.text.length): ShapedLine {
  const line: ShapedLine = { text: paragraph.text.slice(start, end), runs: [], width: 0 };
  for (const { steers, ...item } of inVisualOrder(itemise(paragraph, start, end))) {
    if (steers) continue;
    const { glyphs, width } = shapeItem(paragraph.text, item);
    for (const glyph of glyphs) glyph.x += line.width;
    line.runs.push({ ...item, rightToLeft: isRightToLeft(item), glyphs });
    line.width += width;
  }
  return line;
}

type Item = { start: number; end: number; level: number; font: FontName; script: Script; steers: boolean };

type ShapedItem = Omit<Item, 'steers'>;

const STEERS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const BEHIND = /[\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/;

function itemise(paragraph: Paragraph, start: number, end: number): Item[] {
  const { text, levels, fonts, scripts, rightToLeft } = paragraph;
  const items: Item[] = [];
  const trimmed = start + text.slice(start, end).replace(BEHIND, '').length;
  for (let i = start; i < end; i++) {
    // Rule L1: trailing white space takes the paragraph's level.
    const level = i < trimmed ? (levels[i] ?? 0) : Number(rightToLeft);
    const font = fonts[i] ?? 'sans';
    const script = scripts[i] ?? 'Zyyy';
    const steers = STEERS.test(text[i] ?? '');
    const last = items.at(-1);
    const alike = last?.level === level && last.font === font && last.script === script;
    if (alike && last.steers === steers) last.end = i + 1;
    else items.push({ start: i, end: i + 1, level, font, script, steers });
  }
  return items;
}

/** Rule L2: from the highest level down to 1, reverses every run of items at that level or above. */
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

/** Number of characters on each side that HarfBuzz uses as context. */
const CONTEXT = 5;

/** Language for which a typeface's shapes are designed. */
const languages: Partial<Record<FontName, string>> = {
  chinese: 'zh-Hans',
  'chinese-traditional': 'zh-Hant',
  japanese: 'ja',
  korean: 'ko',
};

/** One buffer serves all calls, because shaping is synchronous. */
const buffer = new harfbuzz.Buffer();

/** Shapes one item. Its glyphs begin at x = 0. */
function shapeItem(text: string, item: ShapedItem): { glyphs: PlacedGlyph[]; width: number } {
  const before = Math.max(0, item.start - CONTEXT);
  buffer.reset();
  buffer.addText(text.slice(before, item.end + CONTEXT), item.start - before, item.end - item.start);
  // Guessing would use the script of the first letter, but a font can contain several scripts (UAX #24).
  buffer.setScript(item.script);
  buffer.setLanguage(languages[item.font] ?? 'und');
  buffer.setDirection(isRightToLeft(item) ? RTL : LTR);
  harfbuzz.shape(openFace(item.font).shaper, buffer);
  return placeClusters(text, item, before);
}

/**
 * Creates one glyph per cluster. Shaping may draw a cluster with several glyphs (a letter and its dots, an Indic
 * syllable). These become one composed glyph, because a PDF can map only single glyphs to text, and readers show
 * glyphs without text as spaces or garbage. A cluster can join any number of characters, but a glyph has a
 * maximum size, beyond which another glyph begins.
 *
 * @param before start of the text in the buffer
 */
function placeClusters(
  text: string,
  item: ShapedItem,
  before: number,
): { glyphs: PlacedGlyph[]; width: number } {
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const { outlines } = openFace(item.font);
  const scale = 1000 / outlines.unitsPerEm;
  const clusters = infos.map((info) => info.cluster + before);
  const glyphs: PlacedGlyph[] = [];
  let pen = 0;
  for (let first = 0; first < infos.length;) {
    const cluster = clusters[first] ?? item.start;
    const start = pen;
    const parts: GlyphPart[] = [];
    let behind = first;
    for (; clusters[behind] === cluster; behind++) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[behind] ?? {};
      const part = { id: infos[behind]?.codepoint ?? 0, x: pen - start + xOffset, y: yOffset };
      if (parts.length > 0 && !isGlyphInBounds(outlines, part)) break;
      parts.push(part);
      pen += xAdvance;
    }
    const [at, end] = stretchOf(text, item, clusters, { first, behind });
    const advance = (pen - start) * scale;
    glyphs.push({ ...shapeOf(outlines, parts, start, pen), text: text.slice(at, end), at, advance });
    first = behind;
  }
  return { glyphs, width: pen * scale };
}

/**
 * Returns the text range of the glyphs [first, behind). Glyphs that are only part of a cluster divide its text
 * letter by letter. Shaping does not report which glyph belongs to which letter, and in joined emoji each letter
 * has one.
 */
function stretchOf(
  text: string,
  item: ShapedItem,
  clusters: readonly number[],
  { first, behind }: { first: number; behind: number },
): [number, number] {
  const at = clusters[first] ?? item.start;
  let [from, to] = [first, behind];
  while (clusters[from - 1] === at) from--;
  while (clusters[to] === at) to++;
  // The next cluster follows this one in the text, or precedes it in a right-to-left run.
  const end = clusters[isRightToLeft(item) ? from - 1 : to] ?? item.end;
  if (from === first && to === behind) return [at, end];
  const letters = [...text.slice(at, end)];
  const behindParts = (count: number): number =>
    at + letters.slice(0, Math.round((count * letters.length) / (to - from))).join('').length;
  return isRightToLeft(item)
    ? [behindParts(to - behind), behindParts(to - first)]
    : [behindParts(first - from), behindParts(behind - from)];
}

/** `start` and `end` are the pen positions before and after the cluster in font units. */
function shapeOf(
  outlines: TrueType,
  parts: GlyphPart[],
  start: number,
  end: number,
): Pick<PlacedGlyph, 'shape' | 'x' | 'y'> {
  const scale = 1000 / outlines.unitsPerEm;
  const [only] = parts;
  if (only !== undefined && parts.length === 1) {
    // A glyph that is placed much narrower than its advance needs its own width, because text extractors
    // interpret a step back as a new line.
    const narrowed = outlines.metrics(only.id).advance - (end - start) > outlines.unitsPerEm * 0.15;
    if (!narrowed) return { shape: only.id, x: (start + only.x) * scale, y: only.y * scale };
    // A stack of marks can exceed the maximum glyph height, so the height of the line is used instead.
    return {
      shape: { parts: [{ ...only, y: 0 }], advance: end - start },
      x: start * scale,
      y: only.y * scale,
    };
  }
  return { shape: { parts, advance: end - start }, x: start * scale, y: 0 };
}

const isRightToLeft = (item: ShapedItem): boolean => (item.level & 1) === 1;
