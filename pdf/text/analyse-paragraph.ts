import bidiFactory from 'bidi-js';
import { fontsFor, isForSigns } from '../fonts/faces.ts';
import type { FaceName, FontName, HanFace } from '../fonts/faces.ts';
import { chooseHan } from './choose-han.ts';
import { openFace } from './open-face.ts';
import { resolveScripts } from './resolve-scripts.ts';
import type { Script } from './resolve-scripts.ts';

/** A paragraph, ready for line breaking and shaping. */
export type Paragraph = {
  readonly text: string;
  /** Bidi embedding level of each UTF-16 unit; odd means right to left (UAX #9). */
  readonly levels: Uint8Array;
  /** Font of each UTF-16 unit. */
  readonly fonts: readonly FontName[];
  /** Script of each UTF-16 unit, for shaping (UAX #24). */
  readonly scripts: readonly Script[];
  /** True if the base direction of the paragraph is right to left. */
  readonly rightToLeft: boolean;
  /** Characters that no font contains. They are drawn as empty boxes. */
  readonly unshapeable: readonly string[];
};

/** At run time, the CommonJS module itself is the factory, although its types describe an ES module. */
type BidiFactory = typeof bidiFactory.default;
const bidi = (bidiFactory as unknown as BidiFactory)();

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Right-to-left scripts and the bidi controls. Text without them needs no bidi algorithm. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
const SHARED_BY_SCRIPTS = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;

/**
 * Determines direction, scripts and fonts. The text must not contain line breaks. A tab counts as a space.
 *
 * @param han typeface for Han text of unknown language
 * @param base direction of the page. A sentence has this direction even if it begins with a name in another
 * script. Text without any letter of that direction follows its own direction.
 */
export function analyseParagraph(source: string, face: FaceName, han?: HanFace, base?: 'rtl'): Paragraph {
  const text = source.replaceAll('\t', ' ');
  const scripts = resolveScripts(text);
  const { fonts, unshapeable } = findFonts(text, scripts, face, han);
  if (!RIGHT_TO_LEFT.test(text)) {
    return { text, levels: new Uint8Array(text.length), fonts, scripts, rightToLeft: false, unshapeable };
  }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(
    text,
    RIGHT_TO_LEFT_LETTER.test(text) ? base : undefined,
  );
  const rightToLeft = ((paragraphs[0]?.level ?? 0) & 1) === 1;
  return { text, levels, fonts, scripts, rightToLeft, unshapeable };
}

function findFonts(
  text: string,
  scripts: readonly Script[],
  face: FaceName,
  wished?: HanFace,
): Pick<Paragraph, 'fonts' | 'unshapeable'> {
  const fonts = new Array<FontName>(text.length).fill(face);
  if (coveredAtOnce(text, face)) return { fonts, unshapeable: [] };
  const unshapeable = new Set<string>();
  const han = chooseHan(text, wished);
  let current: FontName = face;
  for (const [start, end] of stretches(scripts)) {
    const letters = [...graphemes.segment(text.slice(start, end))];
    const whole = fontForAll(
      letters.map(({ segment }) => segment),
      face,
      han,
    );
    for (const { segment, index } of letters) {
      const font = fontFor(segment, { face, current, whole, han });
      if (font === undefined) unshapeable.add(segment);
      if (font !== undefined && !isForSigns(font)) current = font;
      fonts.fill(font ?? 'sans', start + index, start + index + segment.length);
    }
  }
  return { fonts, unshapeable: [...unshapeable] };
}

/** Yields the start and end of each run of the same script. */
function* stretches(scripts: readonly Script[]): Generator<[number, number]> {
  for (let start = 0, end = 0; start < scripts.length; start = end) {
    while (end < scripts.length && scripts[end] === scripts[start]) end++;
    yield [start, end];
  }
}

function coveredAtOnce(text: string, face: FaceName): boolean {
  const { has } = openFace(face);
  for (const char of text) if (!has(char.codePointAt(0) ?? 0)) return false;
  return true;
}

/**
 * Returns the first font that contains all letters of a run, so that a name is not set in two typefaces
 * unnecessarily.
 */
function fontForAll(segments: string[], face: FaceName, han: HanFace): FontName | undefined {
  const letters = segments.filter((segment) => !SHARED_BY_SCRIPTS.test(segment)).map(visiblePoints);
  const first = letters.find((points) => points.length > 0)?.[0];
  if (first === undefined) return undefined;
  return fontsFor(face, first, han).find((name) => letters.every((points) => covers(name, points)));
}

type Choice = { face: FaceName; current: FontName; whole: FontName | undefined; han: HanFace };

/**
 * Returns a font that contains every character of a grapheme. Spaces, digits and common punctuation keep the
 * font of the preceding text, so that a line has no more runs than scripts. A symbol font is not kept, because
 * its spaces are as wide as its pictures.
 */
function fontFor(grapheme: string, { face, current, whole, han }: Choice): FontName | undefined {
  const points = visiblePoints(grapheme);
  if (points.length === 0) return current;
  if (SHARED_BY_SCRIPTS.test(grapheme)) {
    if (covers(current, points)) return current;
  } else if (whole !== undefined) return whole;
  const able = points.flatMap((point) => fontsFor(face, point, han));
  return able.find((name) => covers(name, points));
}

const covers = (name: FontName, points: readonly number[]): boolean =>
  points.every((point) => openFace(name).has(point));

function visiblePoints(grapheme: string): number[] {
  return [...grapheme].filter((char) => !INVISIBLE.test(char)).map((char) => char.codePointAt(0) ?? 0);
}
