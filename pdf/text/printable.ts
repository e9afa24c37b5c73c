import type { FaceName } from '../fonts/faces.ts';
import { analyseParagraph } from './analyse-paragraph.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Maximum number of marks on a letter, more than any language uses: marks common to all scripts, and all marks.
 * A larger stack would cover the lines above and below.
 */
const MOST = { shared: 3, all: 6 };
const SHARED_MARK = /^(?=\p{Mn})\p{Script=Inherited}$/u;
const MARK = /^\p{Mn}$/u;

/**
 * Replaces unprintable characters with their code points, such as [U+10380]. Used for text that must be printed
 * whatever it contains, such as names on a certificate. Nothing is omitted, and different names never print as
 * the same empty box.
 */
export function printable(text: string, face: FaceName): string {
  return text
    .split('\n')
    .map((line) => {
      const { unshapeable } = analyseParagraph(line, face);
      if (unshapeable.length === 0 && !/\p{Mn}{4}/u.test(line)) return line;
      return [...graphemes.segment(line)]
        .map(({ segment }) => (unshapeable.includes(segment) ? numbers([...segment]) : fewMarks(segment)))
        .join('');
    })
    .join('\n');
}

const numbers = (chars: string[]): string =>
  `[${chars.map((char) => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`).join(' ')}]`;

function fewMarks(segment: string): string {
  const chars = [...segment];
  const places = (mark: RegExp): number[] => chars.flatMap((char, at) => (mark.test(char) ? [at] : []));
  const tooMany = places(SHARED_MARK)[MOST.shared] ?? places(MARK)[MOST.all];
  if (tooMany === undefined) return segment;
  return `${chars.slice(0, tooMany).join('')}[+${chars.length - tooMany} marks]`;
}
