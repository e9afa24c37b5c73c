import type { HanFace } from '../fonts/faces.ts';
import type { PdfDict } from '../objects/objects.ts';
import type { FontSet } from '../text/embed-fonts.ts';
import type { Revision } from './append-revision.ts';
import type { ImageSet } from './embed-image.ts';
import type { Structure } from './tag-structure.ts';

/** Shared by the parts of one composition, which draw with it and write to it. */
export type Workshop = {
  revision: Revision;
  /** The catalog as it will be written. */
  catalog: PdfDict;
  fonts: FontSet;
  images: ImageSet;
  structure: Structure;
  /** Whose shapes han have that say nothing of their language. */
  han: HanFace;
};
