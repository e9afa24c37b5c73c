import type { GlyphNames } from './own-sign.ts';
import { identity, matrixOf, multiply, type Matrix } from './matrix.ts';

/** Properties of a pdf.js font that its canvas uses to position letters. */
export type Font = GlyphNames & {
  loadedName?: string;
  missingFile?: boolean;
  fontMatrix?: Matrix;
  isType3Font?: boolean;
  vertical?: boolean;
  defaultVMetrics?: readonly [number, number, number];
};

/** The part of the graphics state that determines letter positions, as in the pdf.js canvas. */
export type TextState = {
  ctm: Matrix;
  text: Matrix;
  /** Position relative to the origin of the text matrix. `lineX` and `lineY` are the start of the line. */
  x: number;
  y: number;
  lineX: number;
  lineY: number;
  font: Font;
  size: number;
  direction: 1 | -1;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
  rise: number;
  /** Text rendering mode. */
  mode: number;
};

const atOrigin = { x: 0, y: 0, lineX: 0, lineY: 0 };

export const startState: TextState = {
  ctm: identity,
  text: identity,
  ...atOrigin,
  font: {},
  size: 0,
  direction: 1,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
};

type Change = (state: TextState, values: readonly never[], findFont: (name: string) => Font) => TextState;
const byNumbers =
  (change: (state: TextState, values: readonly number[]) => TextState): Change =>
  (state, values) =>
    change(state, values);

/** Operators that change the text state, by their names in pdf.js. */
export const textOperators: Readonly<Record<string, Change>> = {
  transform: byNumbers((state, values) => ({ ...state, ctm: multiply(state.ctm, matrixOf(values)) })),
  beginText: (state) => ({ ...state, ...atOrigin, text: identity }),
  setTextMatrix: (state, values) => {
    const [given] = values as readonly (ArrayLike<number> | number)[];
    const text = matrixOf(typeof given === 'object' ? given : values);
    return { ...state, ...atOrigin, text };
  },
  setFont: (state, values, findFont) => withFont(state, values, findFont),
  setGState(state, values, findFont) {
    const [entries] = values as unknown as [readonly [string, never][]];
    const font = entries.find(([key]) => key === 'Font')?.[1];
    return font ? withFont(state, font, findFont) : state;
  },
  setTextRenderingMode: byNumbers((state, [mode]) => ({ ...state, mode: mode! })),
  setCharSpacing: byNumbers((state, [charSpacing]) => ({ ...state, charSpacing: charSpacing! })),
  setWordSpacing: byNumbers((state, [wordSpacing]) => ({ ...state, wordSpacing: wordSpacing! })),
  setHScale: byNumbers((state, [percent]) => ({ ...state, scale: percent! / 100 })),
  setLeading: byNumbers((state, [leading]) => ({ ...state, leading: -leading! })),
  setTextRise: byNumbers((state, [rise]) => ({ ...state, rise: rise! })),
  moveText: byNumbers((state, [x, y]) => moved(state, x!, y!)),
  setLeadingMoveText: byNumbers((state, [x, y]) => moved({ ...state, leading: y! }, x!, y!)),
  nextLine: (state) => moved(state, 0, state.leading),
};

function moved(state: TextState, x: number, y: number): TextState {
  const [lineX, lineY] = [state.lineX + x, state.lineY + y];
  return { ...state, lineX, lineY, x: lineX, y: lineY };
}

function withFont(state: TextState, values: readonly never[], findFont: (name: string) => Font): TextState {
  const [name, size] = values as unknown as [string, number];
  return { ...state, font: findFont(name), size: Math.abs(size), direction: size < 0 ? -1 : 1 };
}
