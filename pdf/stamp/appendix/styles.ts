import type { Color } from '../canvas.ts';
import type { Tone } from './blocks.ts';
import { MUTED, TEXT, type TextStyle } from './flow.ts';

export const TITLE: TextStyle = { face: 'serif', size: 21, leading: 26, color: TEXT };
export const SUBTITLE: TextStyle = { face: 'sans', size: 9.5, leading: 13, color: MUTED };
export const HEADING: TextStyle = { face: 'serif', size: 12.5, leading: 17, color: TEXT };
export const BODY: TextStyle = { face: 'sans', size: 9, leading: 13.5, color: TEXT };
export const STRONG: TextStyle = { ...BODY, face: 'sans-bold' };
const QUIET: TextStyle = { ...BODY, color: MUTED };

/** Style of labels and values. */
export const FACT: TextStyle = { face: 'sans', size: 7.75, leading: 10.5, color: TEXT };
export const LABEL: TextStyle = { ...FACT, color: MUTED };

const SMALL: TextStyle = { face: 'sans', size: 7, leading: 9.25, color: MUTED };

export function styleOf(tone: Tone | undefined): TextStyle {
  if (tone === 'muted') return QUIET;
  if (tone === 'strong') return STRONG;
  if (tone === 'small') return SMALL;
  return tone === 'small-strong' ? { ...SMALL, face: 'sans-bold', color: TEXT } : BODY;
}

/** Background and border of the status line. */
export const STATUS: Record<'done' | 'ended', { ground: Color; edge: Color }> = {
  done: { ground: [0.92, 0.96, 0.93], edge: [0.1, 0.45, 0.25] },
  ended: { ground: [0.98, 0.94, 0.9], edge: [0.66, 0.27, 0.05] },
};
