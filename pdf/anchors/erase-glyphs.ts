import type { ReadCodes } from './font-widths.ts';
import { TextPlace } from './text-place.ts';

type Point = { x: number; y: number };

/** Maximum distance in points between two origins that count as equal. */
const near = 0.4;

const SHOWING = new Set(['Tj', 'TJ', "'", '"']);

/** An element of a TJ array: a string, or a displacement between two strings. */
type Element = Uint8Array | number;

/**
 * Removes the glyphs with these origins from a content stream in canonical form. The pen moves by their width
 * instead, so that all other glyphs keep their positions.
 */
export class GlyphEraser {
  readonly #fontOf: (name: string) => ReadCodes | undefined;
  readonly #origins: readonly Point[];
  readonly #place = new TextPlace();
  erased = 0;

  constructor(origins: readonly Point[], fontOf: (name: string) => ReadCodes | undefined) {
    this.#origins = origins;
    this.#fontOf = fontOf;
  }

  /** Returns the replacement for an operator and its operands, or undefined if it is unchanged. */
  edit(operator: string, operands: string): string | undefined {
    const place = this.#place;
    if (!SHOWING.has(operator)) {
      place.follow(operator, operands.split(' '));
      return undefined;
    }
    let before = '';
    if (operator === '"') {
      const [wordSpace = '0', charSpace = '0'] = operands.split(' ');
      place.follow('Tw', [wordSpace]);
      place.follow('Tc', [charSpace]);
      before = `${wordSpace} Tw\n${charSpace} Tc\n`;
    }
    if (operator === "'" || operator === '"') {
      place.follow('T*', []);
      before += 'T*\n';
    }
    const elements = this.#show(elementsOf(operands.slice(operands.search(/[<[]/))));
    return elements && `${before}[${elements.map(written).join(' ')}] TJ\n`;
  }

  /** Returns the elements without the erased glyphs, or undefined if none was erased. */
  #show(elements: readonly Element[]): Element[] | undefined {
    const place = this.#place;
    const { font, size, charSpace, wordSpace } = place.state;
    const read = this.#fontOf(font);
    if (!read || size === 0) place.isKnown = false;
    if (!read || !place.isKnown) return undefined;
    const kept: Element[] = [];
    let erased = 0;
    for (const element of elements) {
      if (typeof element === 'number') {
        place.move((-element / 1000) * size);
        kept.push(element);
        continue;
      }
      for (const { bytes, width, isSpace } of read(element)) {
        const advance = (width / 1000) * size + charSpace + (isSpace ? wordSpace : 0);
        const isErased = this.#isErased(place.origin());
        if (isErased) erased += 1;
        kept.push(isErased ? (-advance / size) * 1000 : bytes);
        place.move(advance);
      }
    }
    this.erased += erased;
    return erased > 0 ? joined(kept) : undefined;
  }

  #isErased({ x, y }: Point): boolean {
    return this.#origins.some((one) => Math.abs(one.x - x) < near && Math.abs(one.y - y) < near);
  }
}

/** Parses a hexadecimal string, or an array of such strings and numbers. */
function elementsOf(operands: string): Element[] {
  return [...operands.matchAll(/<([0-9A-F]*)>|[-+.\d]+/g)].map(([token, digits]) =>
    digits === undefined ? Number(token) : Uint8Array.from(Buffer.from(digits, 'hex')),
  );
}

/** Joins adjacent strings, and adds up adjacent displacements. */
function joined(elements: readonly Element[]): Element[] {
  const result: Element[] = [];
  for (const element of elements) {
    const last = result.at(-1);
    if (typeof element === 'number' && typeof last === 'number') result[result.length - 1] = last + element;
    else if (element instanceof Uint8Array && last instanceof Uint8Array)
      result[result.length - 1] = Uint8Array.from([...last, ...element]);
    else result.push(element);
  }
  return result;
}

function written(element: Element): string {
  if (typeof element === 'number') return String(Math.round(element * 10_000) / 10_000);
  return `<${Buffer.from(element).toString('hex').toUpperCase()}>`;
}
