/**
 * Number of components of a color space; PATTERN for patterns. Undefined if unknown, as at the start of a form,
 * which inherits the color of its page.
 */
export type Components = number | undefined;
export const PATTERN = 0;

/** Names of color spaces in the resources; empty for device colors. */
type Spaces = { fill: string; stroke: string };

type Saved = { fill: Components; stroke: Components; spaces: Spaces; masked: boolean; moved: boolean };

/** An open marked-content section. The marks of optional content are not kept. */
export type Mark = { kept: boolean; shown: boolean; printed: boolean };

/**
 * The part of the graphics state that is needed to decide whether operators are unambiguous: the saved states,
 * whether a text object is open, and the number of components of the current colors.
 */
export class GraphicsState {
  fill: Components;
  stroke: Components;
  spaces: Spaces = { fill: '', stroke: '' };
  saved: Saved[] = [];
  /** True while a soft mask is active. */
  masked = false;
  inText = false;
  marks: Mark[] = [];
  /** After `Q`, PDFium and pdf.js continue text at its position at `q`. Poppler and MuPDF do not. */
  textPlaceUnclear = false;

  constructor(initial: Components) {
    this.fill = initial;
    this.stroke = initial;
  }

  #hidden = 0;
  #unprinted = 0;

  get hidden(): boolean {
    return this.#hidden > 0;
  }

  get unprinted(): boolean {
    return this.#unprinted > 0;
  }

  beginMark(mark: Mark): void {
    this.marks.push(mark);
    if (!mark.shown) this.#hidden += 1;
    if (!mark.printed) this.#unprinted += 1;
  }

  /** Closes and returns the innermost mark, or returns undefined if none is open. */
  endMark(): Mark | undefined {
    const mark = this.marks.pop();
    if (mark?.shown === false) this.#hidden -= 1;
    if (mark?.printed === false) this.#unprinted -= 1;
    return mark;
  }

  save(): void {
    const { fill, stroke, spaces, masked } = this;
    this.saved.push({ fill, stroke, spaces, masked, moved: false });
  }

  /** Restores the last saved state. Returns false if there is none. */
  restore(): boolean {
    const saved = this.saved.pop();
    if (saved === undefined) return false;
    this.fill = saved.fill;
    this.stroke = saved.stroke;
    this.spaces = saved.spaces;
    this.masked = saved.masked;
    if (saved.moved) this.textPlaceUnclear = true;
    return true;
  }

  beginText(): void {
    this.inText = true;
    this.placeText();
  }

  placeText(): void {
    this.textPlaceUnclear = false;
    this.moveText();
  }

  /**
   * Records in all saved states that text was shown or moved. The states below one that has already recorded it
   * have recorded it too.
   */
  moveText(): void {
    for (let at = this.saved.length - 1; at >= 0 && !this.saved[at]!.moved; at -= 1)
      this.saved[at]!.moved = true;
  }

  /** Returns the operators that close everything still open. */
  closing(): string {
    const marks = this.marks.filter((mark) => mark.kept).length;
    return (this.inText ? 'ET\n' : '') + 'EMC\n'.repeat(marks) + 'Q\n'.repeat(this.saved.length);
  }
}
