import type { PdfDict } from '../objects/objects.ts';
import { numberText } from '../objects/serialise.ts';
import { GlyphBounds } from './glyph-bounds.ts';
import { COLOR_SETTING } from './operators.ts';

/**
 * Rules for glyphs of Type 3 fonts (ISO 32000-2, 9.6.4). A glyph begins with d0 or d1. If it has neither, it is
 * written as a stencil, as PDFium and MuPDF treat it. A stencil sets no colors, and its box is the size of what
 * it draws, because pdf.js clips to the box of d1. A d0 glyph that sets no colors is also written as a stencil,
 * because programs use different colors for its lines.
 */
export class GlyphRules {
  #colored = false;
  #setsColor = false;
  #operands: readonly number[] | undefined;
  readonly #bounds = new GlyphBounds();

  /** Returns true if an operator is allowed at this position. */
  keeps(name: string, operands: string): boolean {
    this.#bounds.see(name, operands);
    if (name === 'Do') this.#drawsObject();
    if (name === 'd0' || name === 'd1') {
      if (this.#operands === undefined) {
        this.#operands = operands.trim().split(' ').map(Number);
        this.#colored = name === 'd0';
      }
      return false;
    }
    if (!COLOR_SETTING.has(name) && name !== 'sh') return true;
    this.#setsColor ||= this.#colored;
    return this.#colored;
  }

  /** Handles an image or a form, which may set colors. */
  #drawsObject(): void {
    this.#bounds.image();
    this.#setsColor ||= this.#colored;
  }

  /** A stencil may only draw stencils. */
  keepsImage(entries: PdfDict): boolean {
    this.#bounds.image();
    if (entries.get('IM') === true) return true;
    this.#setsColor ||= this.#colored;
    return this.#colored;
  }

  /** Returns the glyph's content, beginning with its d0 or d1 operator. */
  complete(content: Uint8Array): Uint8Array {
    const [width = 0, , ...given] = this.#operands ?? [];
    const isColored = this.#colored && this.#setsColor;
    const first = isColored
      ? `${numberText(width)} 0 d0\n`
      : `${[width, 0, ...this.#box(given)].map(numberText).join(' ')} d1\n`;
    return Uint8Array.from(Buffer.concat([Buffer.from(first, 'latin1'), content]));
  }

  #box(given: readonly number[]): number[] {
    const drawn = this.#bounds.box;
    const [left = 0, bottom = 0, right = 0, top = 0] = given;
    // A box without an area is ignored.
    if (left === right || bottom === top) return drawn ?? [0, 0, 0, 0];
    const [x0, y0, x1, y1] = drawn ?? [left, bottom, right, top];
    return [
      Math.min(left, right, x0),
      Math.min(bottom, top, y0),
      Math.max(left, right, x1),
      Math.max(bottom, top, y1),
    ];
  }
}
