import type { PdfDict } from '../objects/objects.ts';
import type { Components } from './graphics-state.ts';
import type { ImageData } from './inline-image.ts';
import type { Reader } from './number-words.ts';

/**
 * Kind of content stream. Glyphs of Type 3 fonts have separate rules (ISO 32000-2, 9.6.4). A stencil is a
 * pattern that sets no color and takes it from where it is used (8.7.3.3).
 */
export type ContentKind = 'page' | 'form' | 'glyph' | 'stencil';

export type Layer = { shown: boolean; printed: boolean };

export type ResourceKind = 'Font' | 'XObject' | 'ExtGState' | 'ColorSpace' | 'Pattern' | 'Shading';

export type ContentContext = {
  kind: ContentKind;
  reader: Reader;
  /** Returns whether the optional content of a property is shown on the screen, and whether it is printed. */
  layerOf(property: string): Layer;
  /**
   * Called for everything that is drawn in optional content, unless it is both shown on the screen and printed.
   */
  noteInk?: ((ink: Layer) => void) | undefined;
  /**
   * Called for each operator with its operands in canonical form. Returns the replacement, or `undefined` to
   * leave it unchanged.
   */
  edit?: ((operator: string, operands: string) => string | undefined) | undefined;
  /** Called for each name that is looked up in the resources. */
  noteName?: ((kind: ResourceKind, name: string) => void) | undefined;
  /**
   * Returns true if a graphics state sets a soft mask, false if it ends one, and `undefined` if it does neither.
   */
  maskOf?: ((state: string) => boolean | undefined) | undefined;
  /** Called for each XObject that is drawn, with true if a soft mask is active. */
  noteDrawn?: ((name: string, isMasked: boolean) => void) | undefined;
  /** Returns the number of components of a color space in the resources, or `undefined` if it is unknown. */
  componentsOf(space: string): Components;
  /** Returns true if programs show these color values, or the pattern, in different colors. */
  isUnclearColor?:
    | ((space: string, values: readonly number[], pattern: string | undefined) => boolean)
    | undefined;
  /**
   * Finds the end of an inline image's data in `rest` and returns the data in the form in which they can be
   * written. Corrects entries that programs read differently in place.
   */
  readImage(
    entries: PdfDict,
    rest: Uint8Array,
    reader: Reader,
  ): { length: number; data: ImageData | undefined; ambiguous: boolean };
};

export type RewrittenContent = {
  bytes: Uint8Array;
  /** Tokens that programs read differently. They were written as PDFium reads them. */
  irregular: readonly string[];
  /**
   * Constructs that programs interpret differently in any form, such as text whose position depends on the
   * program.
   */
  unclear: readonly string[];
};
