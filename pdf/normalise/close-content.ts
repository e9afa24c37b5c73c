import { scanContent } from './scan-content.ts';
import type { Operator, Unclosed } from './scan-content.ts';

export type ClosedContent = {
  /** The content to use instead; undefined when the streams can stay as they are. */
  rewritten: Uint8Array | undefined;
  /** Operators to append so that all that was opened is closed, without the wrapper's own Q. */
  closing: string;
};

/**
 * Makes a page's content safe to stand between `q` and `Q`, so that what is appended later is drawn, and in the
 * default user space. Viewers ignore a Q without its q and carry on with the present state; between our q and Q
 * it would no longer be ignored, so such a Q is blanked out.
 */
export function closeContent(content: Uint8Array): ClosedContent {
  let now = content;
  for (;;) {
    const { rewritten, closing, unclosed } = closeOnce(now);
    const swallows = unclosed.arrays.length + unclosed.dictionaries.length > 0;
    if (rewritten === undefined && !swallows)
      return { rewritten: now === content ? undefined : now, closing };
    // Blanking may take a bracket away, or the end of one, so that brackets come when nothing else is left to blank.
    now = rewritten ?? withoutUnclosed(now, unclosed);
  }
}

/**
 * Without brackets that nothing closes, in which poppler and pdf.js lose all that follows, also the signatures that are
 * drawn behind. PDFium loses it in an array, which is cut off therefore, and passes over the bracket of a dictionary.
 */
function withoutUnclosed(content: Uint8Array, { arrays, dictionaries }: Unclosed): Uint8Array {
  const copy = Uint8Array.from(content.subarray(0, arrays[0]));
  for (const at of dictionaries) copy.fill(0x20, at, at + 2);
  return copy;
}

function closeOnce(content: Uint8Array): ClosedContent & { unclosed: Unclosed } {
  let saved = 0;
  let inText = false;
  let marks = 0;
  let last = 0;
  const excess: Operator[] = [];
  const words = wordsInArrays();
  const unusable: Operator[] = [];
  const { cutOff, unclosed } = scanContent(content, (operator) => {
    last = operator.end;
    words.look(operator);
    if (lacksOperands(operator)) unusable.push(operator);
    else if (operator.name === 'q') saved++;
    else if (operator.name === 'Q') {
      if (saved > 0) saved--;
      else excess.push(operator);
    } else if (operator.name === 'BT') inText = true;
    else if (operator.name === 'ET') inText = false;
    else if (operator.name === 'BMC' || operator.name === 'BDC') marks++;
    else if (operator.name === 'EMC' && marks > 0) marks--;
  });
  const closing = (inText ? 'ET\n' : '') + 'EMC\n'.repeat(marks) + 'Q\n'.repeat(saved);
  if (excess.length + unusable.length + words.found.size === 0 && !cutOff)
    return { rewritten: undefined, closing, unclosed };
  const rewritten = blanked(cutOff ? content.subarray(0, last) : content, unusable, words.found);
  for (const { end } of excess) rewritten[end - 1] = 0x20;
  return { rewritten, closing, unclosed };
}

/** The content of a form or a pattern without the operators that lack operands; undefined when there are none. */
export function withoutUnusable(content: Uint8Array): Uint8Array | undefined {
  const words = wordsInArrays();
  const unusable: Operator[] = [];
  scanContent(content, (operator) => {
    words.look(operator);
    if (lacksOperands(operator)) unusable.push(operator);
  });
  if (unusable.length + words.found.size === 0) return undefined;
  return blanked(content, unusable, words.found);
}

/** A copy without operators that are unusable, and without words of an array, whose strings stay. */
function blanked(content: Uint8Array, unusable: Operator[], words: ReadonlySet<Operator>): Uint8Array {
  const copy = Uint8Array.from(content);
  for (const operator of unusable) if (!words.has(operator)) copy.fill(0x20, operator.start, operator.end);
  for (const { at, end } of words) copy.fill(0x20, at, end);
  return copy;
}

/**
 * Operators of the text state inside the array of a TJ, such as `[(Rent) 0 Tc -250 (due)] TJ`, of all that is looked at
 * in turn. Every program passes over them there and shows the strings, so that they may go, and the strings may not.
 */
function wordsInArrays() {
  const found = new Set<Operator>();
  let open: Operator[] = [];
  const look = (operator: Operator): void => {
    const { name, opens, closes } = operator;
    if (name === 'TJ' && closes) for (const word of open) found.add(word);
    if (opens || closes || !textState.has(name)) open = [];
    if (textState.has(name) && (opens || open.length > 0)) open.push(operator);
  };
  return { look, found };
}

const textState = new Set(['Tc', 'Tw', 'Tz', 'TL', 'Tr', 'Ts']);

/**
 * How many operands an operator needs (ISO 32000-2, annex A). At one that has fewer, poppler gives up all that comes
 * after it, also the signatures that are drawn behind, while other programs go on.
 */
const needed = new Map(
  Object.entries({
    1: "' Tj TJ TL Tc Tr Ts Tw Tz BMC MP CS cs Do G g J j M gs i ri sh w",
    2: 'BDC DP TD Td Tf d d0 l m',
    3: '" RG rg',
    4: 'K k re v y',
    6: 'Tm c cm d1',
  }).flatMap(([count, names]) => names.split(' ').map((name) => [name, Number(count)] as const)),
);

const lacksOperands = ({ name, operands }: Operator): boolean => operands < (needed.get(name) ?? 0);
