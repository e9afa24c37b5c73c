import type { HanFace } from '../fonts/faces.ts';
import type { PdfDict } from '../objects/objects.ts';
import type { FontSet } from '../text/embed-fonts.ts';
import type { Revision } from './append-revision.ts';
import type { ImageSet } from './embed-image.ts';
import type { Structure } from './tag-structure.ts';

/** State shared by all parts of one composition. */
export type Workshop = {
  revision: Revision;
  /** The catalog in the form in which it will be written. */
  catalog: PdfDict;
  fonts: FontSet;
  images: ImageSet;
  structure: Structure;
  /** Typeface for Han text whose language is unclear. */
  han: HanFace;
};
