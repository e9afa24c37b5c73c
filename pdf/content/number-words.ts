import { OPERANDS } from './operators.ts';

/**
 * Programs whose reading of malformed tokens is known. It was measured from where each program draws text
 * (number-words.test.ts).
 */
export type Reader = 'pdfium' | 'pdfjs' | 'mupdf' | 'poppler';

/** A token in a run of regular characters: a number, or a word that may be an operator. */
export type WordPart = number | string;

/** Marks a word at which a program stops reading the stream. */
export const PARSE_FAILED = '\0';

/** Largest integer on which programs agree. PDFium stores 32 bits, and MuPDF wraps larger values. */
export const LARGEST = 2_147_483_647;

/** Maximum number of characters of a word that PDFium reads. */
const MAX_WORD = 255;

/** Splits a malformed or too large number (ISO 32000-2, 7.3.3) into the tokens that the program reads. */
export function readNumberWord(word: string, reader: Reader): WordPart[] {
  if (word.length > MAX_WORD) return [word];
  switch (reader) {
    case 'pdfium':
      return [/^[-+.\d]+$/.test(word) ? pdfiumNumber(word) : word];
    case 'mupdf':
      return [mupdfNumber(word) ?? word];
    case 'poppler':
      return popplerParts(word);
    case 'pdfjs':
      return pdfjsParts(word);
  }
}

/**
 * PDFium reads one sign and the following digits. If the word contains a point, it skips any signs. The first
 * other character ends the number.
 */
function pdfiumNumber(word: string): number {
  const pattern = word.includes('.') ? /^[-+]*(\d*(?:\.\d*)?)/ : /^[-+]?(\d*)/;
  const digits = pattern.exec(word)?.[1] ?? '';
  return signed(valueOf(digits), word.startsWith('-'));
}

function mupdfNumber(word: string): number | undefined {
  const rest = word.replace(/^-+/, '-');
  const digits = rest.slice(/^[-+]/.test(rest) ? 1 : 0);
  if (/[^-.\d]/.test(digits) || (digits.match(/\./g)?.length ?? 0) > 1) return undefined;
  return signed(valueOf(/^[.\d]*/.exec(digits)?.[0] ?? ''), rest.startsWith('-'));
}

/** In Poppler, a second sign ends a number and begins the next one. After a point, signs are ignored. */
function popplerParts(word: string): WordPart[] {
  const parts: WordPart[] = [];
  let rest = word;
  while (rest !== '') {
    const prefix = /^[-+]?\d*(?:\.[-\d]*)?/.exec(rest)?.[0] ?? '';
    if (prefix === '') return [...parts, rest];
    parts.push(signed(valueOf(prefix.replace(/[-+]/g, '')), prefix.startsWith('-')));
    rest = rest.slice(prefix.length);
  }
  return parts;
}

/**
 * pdf.js ignores minus signs inside a number. A second point begins the next number, and any other character
 * begins an operator.
 */
function pdfjsParts(word: string): WordPart[] {
  const parts: WordPart[] = [];
  let rest = word;
  while (rest !== '') {
    if (!/^[-+.\d]/.test(rest)) return [...parts, ...splitOperators(rest)];
    const prefix = /^(?:--?|\+)?(?:\d[-\d]*(?:\.[-\d]*)?|\.\d[-\d]*)/.exec(rest)?.[0];
    // In pdf.js, signs or a point without a digit are zero at the end of a word, and an error anywhere else.
    if (prefix === undefined) return [...parts, /^(?:--?|\+)?\.?$/.test(rest) ? 0 : PARSE_FAILED];
    parts.push(signed(valueOf(prefix.replace(/[-+]/g, '')), prefix.startsWith('-')));
    rest = rest.slice(prefix.length);
  }
  return parts;
}

/** pdf.js ends an operator before the first character that no longer matches any operator. */
export function splitOperators(word: string): string[] {
  if (word.length > MAX_WORD) return [word];
  const parts: string[] = [];
  for (let from = 0; from < word.length;) {
    let to = from + 1;
    while (
      to < word.length &&
      !(OPERANDS.has(word.slice(from, to)) && !OPERANDS.has(word.slice(from, to + 1)))
    )
      to += 1;
    parts.push(word.slice(from, to));
    from = to;
  }
  return parts;
}

function valueOf(digits: string): number {
  const value = Number(digits === '' || digits === '.' ? '0' : digits);
  return Number.isFinite(value) ? Math.min(value, LARGEST) : 0;
}

const signed = (value: number, negative: boolean): number => (negative && value !== 0 ? -value : value);
