import type { PdfDict } from '../objects/objects.ts';
import type { Components } from './graphics-state.ts';
import type { ImageData } from './inline-image.ts';
import type { Reader } from './number-words.ts';

/**
 * Where the stream is used. Glyphs of Type 3 fonts have separate rules (ISO 32000-2, 9.6.4). A stencil is a pattern that
 * takes its colour from where it is used (8.7.3.3) and sets none itself.
 */
export type ContentKind = 'page' | 'form' | 'glyph' | 'stencil';

export type Layer = { shown: boolean; printed: boolean };

export type ResourceKind = 'Font' | 'XObject' | 'ExtGState' | 'ColorSpace' | 'Pattern' | 'Shading';

export type ContentContext = {
  kind: ContentKind;
  reader: Reader;
  /** Whether the optional content that a property names is on the screen and on paper. */
  layerOf(property: string): Layer;
  /** Called for everything drawn in optional content that is not both on the screen and on paper. */
  noteInk?: ((ink: Layer) => void) | undefined;
  /** Called for each name that is looked up in the resources. */
  noteName?: ((kind: ResourceKind, name: string) => void) | undefined;
  /** How many components a colour space of the resources has; `undefined` for one that is not known. */
  componentsOf(space: string): Components;
  /** Whether programs make different colours of these values of a colour space, or of the pattern in it. */
  isUnclearColour?:
    | ((space: string, values: readonly number[], pattern: string | undefined) => boolean)
    | undefined;
  /** Finds the end of an inline image's data in `rest` and gives them as they can be written. */
  readImage(
    entries: PdfDict,
    rest: Uint8Array,
    reader: Reader,
  ): { length: number; data: ImageData | undefined; ambiguous: boolean };
};

export type RewrittenContent = {
  bytes: Uint8Array;
  /** Tokens that programs read differently: what was written is PDFium's reading. */
  irregular: readonly string[];
  /** Constructs without a common reading, such as text whose position depends on the program. */
  unclear: readonly string[];
};
