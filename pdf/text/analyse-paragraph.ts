import bidiFactory from 'bidi-js';
import { fontsFor } from '../fonts/faces.ts';
import type { FaceName, FontName } from '../fonts/faces.ts';
import { openFace } from './open-face.ts';

/** One paragraph of text, ready to be cut into lines and shaped. */
export type Paragraph = {
  readonly text: string;
  /** Per UTF-16 unit: the bidi embedding level; odd is right to left (UAX #9). */
  readonly levels: Uint8Array;
  /** Per UTF-16 unit: the font that draws it. */
  readonly fonts: readonly FontName[];
  /** Whether the paragraph as a whole reads from right to left. */
  readonly rightToLeft: boolean;
  /** Characters that no font has; they are drawn as an empty box. */
  readonly unshapeable: readonly string[];
};

/** The factory is the CommonJS module itself, while its types describe an ES module. */
type BidiFactory = typeof bidiFactory.default;
const bidi = (bidiFactory as unknown as BidiFactory)();

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Right-to-left scripts and the bidi controls; text without them needs no bidi algorithm. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
const SHARED_BY_SCRIPTS = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;

/** Finds direction and fonts; line breaks must have been taken out before, a tab counts as a space. */
export function analyseParagraph(source: string, face: FaceName): Paragraph {
  const text = source.replaceAll('\t', ' ');
  const fonts = new Array<FontName>(text.length).fill(face);
  const unshapeable = new Set<string>();
  if (!coveredAtOnce(text, face)) {
    let current: FontName = face;
    for (const { segment, index } of graphemes.segment(text)) {
      const found = fontFor(segment, face, current);
      if (found === undefined) unshapeable.add(segment);
      current = found ?? current;
      fonts.fill(found ?? 'sans', index, index + segment.length);
    }
  }
  if (!RIGHT_TO_LEFT.test(text)) {
    return {
      text,
      levels: new Uint8Array(text.length),
      fonts,
      rightToLeft: false,
      unshapeable: [...unshapeable],
    };
  }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  const rightToLeft = ((paragraphs[0]?.level ?? 0) & 1) === 1;
  return { text, levels, fonts, rightToLeft, unshapeable: [...unshapeable] };
}

function coveredAtOnce(text: string, face: FaceName): boolean {
  const { has } = openFace(face);
  for (const char of text) if (!has(char.codePointAt(0) ?? 0)) return false;
  return true;
}

/**
 * A font that has every character of a grapheme. Spaces, digits and signs that all scripts share stay in the
 * font of what stands before them, so that a line is not chopped into more runs than it has scripts.
 */
function fontFor(grapheme: string, face: FaceName, current: FontName): FontName | undefined {
  const points = [...grapheme]
    .filter((char) => !INVISIBLE.test(char))
    .map((char) => char.codePointAt(0) ?? 0);
  if (points.length === 0) return current;
  const covers = (name: FontName): boolean => points.every((point) => openFace(name).has(point));
  if (SHARED_BY_SCRIPTS.test(grapheme) && covers(current)) return current;
  return fontsFor(face, points[0] ?? 0).find(covers);
}
