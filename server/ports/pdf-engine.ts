import type { PageGeometry } from '#core/field/geometry.ts';
import type { Composition } from '#pdf/stamp/compose-pdf.ts';

/** Why a file cannot be used, in words for the person who uploaded it. `refused` is one of pdf/'s own codes. */
export type FileRefusal = { refused: string; detail: string };

export type PreparedFile = { bytes: Uint8Array; pages: PageGeometry[]; changes: string[] };

/**
 * The work on PDF bytes that burns processor and memory, and that a hostile file could turn against us: done
 * away from the process that answers requests, within limits (S-25).
 */
export interface PdfEngine {
  /** Rewrites an uploaded file into the clean single-revision base file (P-01 to P-06). */
  normalise(pdf: Uint8Array): Promise<PreparedFile | FileRefusal>;
  /** Adds stamps, certificate pages and attachments as one revision on top of the base file. */
  compose(composition: Composition): Promise<Uint8Array>;
  /**
   * Looks at a sealed file with another engine than the one that wrote it: undefined when every page still
   * shows what the base file shows outside of `boxes`, and every text in `texts` can be read; else what differs.
   */
  inspect(sealed: Uint8Array, expected: Expectation): Promise<string | undefined>;
  close(): Promise<void>;
}

export type Expectation = {
  base: Uint8Array;
  /** Where something may have been added: points of the page as displayed, pages from 1. */
  boxes: { page: number; x: number; y: number; width: number; height: number }[];
  /** What must be readable on a page (from 1). */
  texts: { page: number; text: string }[];
};
