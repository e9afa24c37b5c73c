type Segment = { segment: string; index: number };

/** Scripts written without spaces; lines can break between any two of their words. */
export const spaceless = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

const made: Partial<Record<'grapheme' | 'word', Intl.Segmenter>> = {};

/** Splits a text into characters as a reader sees them, or at the boundaries of words. */
export function segmentsOf(text: string, granularity: 'grapheme' | 'word'): Iterable<Segment> {
  if (typeof Intl.Segmenter !== 'function') return segmentsByPattern(text, granularity);
  return (made[granularity] ??= new Intl.Segmenter(undefined, { granularity })).segment(text);
}

const patterns = {
  grapheme: /\r\n|.(?:[\p{M}\p{Emoji_Modifier}\u200c]|\u200d.?)*/gsu,
  word: new RegExp(`\\s+|[${spaceless}]\\p{M}*|(?:(?![${spaceless}])[\\p{L}\\p{N}\\p{M}_])+|.\\p{M}*`, 'gsu'),
};

/**
 * For Firefox before 125, which has no `Intl.Segmenter`. It is as exact except for joined emoji, and breaks
 * words of spaceless scripts between any two of their characters.
 */
export function* segmentsByPattern(text: string, granularity: 'grapheme' | 'word'): Generator<Segment> {
  for (const { 0: segment, index } of text.matchAll(patterns[granularity])) yield { segment, index };
}
