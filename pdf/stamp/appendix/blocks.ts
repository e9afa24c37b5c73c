import type { FaceName } from '../../fonts/faces.ts';
import type { PackedInk } from '../../image/packed-ink.ts';

/** Appended pages: blocks that flow down a page and onto further pages. */
export type AppendixPage = {
  blocks: readonly AppendixBlock[];
  /** BCP 47 tag of its text for screen readers; by default the language of the file. */
  language?: string;
  /** Page size in points; A4 by default. An appendix has one size, that of its first page. */
  paper?: { width: number; height: number };
  /** True for a right-to-left language. */
  mirrored?: boolean;
  /**
   * Footer of each page. In the label, `{page}` and `{pages}` are replaced with the number of the page, from
   * 1, and of all appended pages; `{filePage}` and `{filePages}` are counted over the whole file.
   */
  footer?: { text: string; label: string };
};

type Kind =
  | TitleBlock
  | StatusBlock
  | HeadingBlock
  | ParagraphBlock
  | OwnPagesBlock
  | FactsBlock
  | TableBlock
  | SignatureBlock
  | RuleBlock;
export type AppendixBlock = Kind & {
  /** Set if the language of the text differs from that of the page. */
  language?: string;
};

/** The single top-level heading of the appendix. */
export type TitleBlock = {
  kind: 'title';
  text: string;
  subtitle?: string;
  /** A square dot matrix, as lines of dark and light dots, and its alternative text. */
  code?: { dots: readonly (readonly boolean[])[]; alt: string };
  /** True to draw the product's logo before it. */
  mark?: true;
};

/** One highlighted line that states how the document ended. */
export type StatusBlock = { kind: 'status'; text: string; tone: 'done' | 'ended' };

/** Remains on the same page as the following block. */
export type HeadingBlock = { kind: 'heading'; text: string };

/** Line breaks in the text are kept. */
export type ParagraphBlock = { kind: 'paragraph'; text: string; tone?: Tone };

/**
 * States the position of the appended pages in the file: `one` if there is one page, otherwise `several`.
 * `{first}`, `{last}` and `{filePages}` are replaced with page numbers counted over the whole file.
 */
export type OwnPagesBlock = { kind: 'own-pages'; one: string; several: string };

/** The small tones are for text that also appears elsewhere. */
export type Tone = 'muted' | 'strong' | 'small' | 'small-strong';

/** Labels with their values next to them. */
export type FactsBlock = { kind: 'facts'; rows: readonly { label: string; value: string }[] };

/** Rows below a header that is repeated on every page; `share` is the column's fraction of the width. */
export type TableBlock = {
  kind: 'table';
  columns: readonly { title: string; share: number }[];
  rows: readonly (readonly string[])[];
};

/** Size of a signature, drawn or typed, on the appended pages; points. */
export const SIGNATURE_PICTURE = { width: 118, height: 40 };

/** A signature above a line with its details next to it, or a person without a signature. */
export type SignatureBlock = {
  kind: 'signature';
  /** Key by which the pages of the document refer to it. */
  reference?: string;
  /** The drawn picture; without it and `typed`, the person acted without signing. */
  ink?: PackedInk;
  typed?: { text: string; face: FaceName };
  /** Alternative text of the picture for screen readers. */
  alt: string;
  name: string;
  /** Text next to the name, such as an address. */
  aside?: string;
  /** Short pairs, arranged in two columns. */
  pairs?: readonly { label: string; value: string }[];
  rows: readonly { label: string; value: string }[];
};

export type RuleBlock = { kind: 'rule' };
