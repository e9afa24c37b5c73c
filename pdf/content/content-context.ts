import type { PdfDict } from '../objects/objects.ts';
import type { Components } from './graphics-state.ts';
import type { ImageData } from './inline-image.ts';
import type { Reader } from './number-words.ts';

/**
 * The kind of stream. Glyphs of Type 3 fonts have separate rules (ISO 32000-2, 9.6.4). A stencil is a pattern
 * that takes its color from where it is used (8.7.3.3) and sets none.
 */
export type ContentKind = 'page' | 'form' | 'glyph' | 'stencil';

export type Layer = { shown: boolean; printed: boolean };

export type ResourceKind = 'Font' | 'XObject' | 'ExtGState' | 'ColorSpace' | 'Pattern' | 'Shading';

export type ContentContext = {
  kind: ContentKind;
  reader: Reader;
  /** Returns whether the optional content of a property is visible on the screen and printed. */
  layerOf(property: string): Layer;
  /** Called for everything drawn in optional content that is not both visible on the screen and printed. */
  noteInk?: ((ink: Layer) => void) | undefined;
  /**
   * Called for each operator with its operands in canonical form. Returns what is written in its place; `undefined` if
   * it is written as it is.
   */
  edit?: ((operator: string, operands: string) => string | undefined) | undefined;
  /** Called for each name that is looked up in the resources. */
  noteName?: ((kind: ResourceKind, name: string) => void) | undefined;
  /** Returns whether a graphics state sets or ends a soft mask; `undefined` if it does neither. */
  maskOf?: ((state: string) => boolean | undefined) | undefined;
  /** Called for each XObject that is drawn, with true if a soft mask is set. */
  noteDrawn?: ((name: string, isMasked: boolean) => void) | undefined;
  /** Returns the number of components of a color space in the resources; `undefined` if it is unknown. */
  componentsOf(space: string): Components;
  /**
   * Returns true if programs show these values of a color space, or of the pattern in it, in different
   * colors.
   */
  isUnclearColor?:
    | ((space: string, values: readonly number[], pattern: string | undefined) => boolean)
    | undefined;
  /**
   * Finds the end of an inline image's data in `rest` and returns them in the form in which they can be
   * written. Changes entries that programs read differently, in place.
   */
  readImage(
    entries: PdfDict,
    rest: Uint8Array,
    reader: Reader,
  ): { length: number; data: ImageData | undefined; ambiguous: boolean };
};

export type RewrittenContent = {
  bytes: Uint8Array;
  /** Tokens that programs read differently; PDFium's reading was written. */
  irregular: readonly string[];
  /**
   * Constructs that programs read differently however they are written, such as text whose position depends
   * on the program.
   */
  unclear: readonly string[];
};
