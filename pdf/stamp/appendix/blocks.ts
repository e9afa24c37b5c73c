import type { FaceName } from '../../fonts/faces.ts';
import type { PackedInk } from '../../image/packed-ink.ts';

/** A group of appended pages, whose blocks flow down a page and onto the next. */
export type AppendixPage = {
  blocks: readonly AppendixBlock[];
  /** BCP 47 language of the text for screen readers; by default the language of the file. */
  language?: string;
  /** Page size in points; A4 by default. The first page determines the size of the whole appendix. */
  paper?: { width: number; height: number };
  /** True for right-to-left languages. */
  mirrored?: boolean;
  /**
   * Footer of each page. In the label, `{page}` and `{pages}` are replaced by the page number, from 1, and the
   * number of appended pages. `{filePage}` and `{filePages}` are the same for the whole file.
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

/** The only top-level heading of the appendix. */
export type TitleBlock = {
  kind: 'title';
  text: string;
  subtitle?: string;
  /** A square dot matrix code, as lines of dark and light dots, and its alternative text. */
  code?: { dots: readonly (readonly boolean[])[]; alt: string };
  /** True to draw the product's logo before the title. */
  mark?: true;
};

/** A highlighted line about how the document ended. */
export type StatusBlock = { kind: 'status'; text: string; tone: 'done' | 'ended' };

/** A heading, kept on the same page as the following block. */
export type HeadingBlock = { kind: 'heading'; text: string };

/** A paragraph. Line breaks in the text are kept. */
export type ParagraphBlock = { kind: 'paragraph'; text: string; tone?: Tone };

/**
 * A sentence about the position of the appended pages in the file: `one` for a single page, otherwise `several`.
 * `{first}`, `{last}` and `{filePages}` are replaced by page numbers of the whole file.
 */
export type OwnPagesBlock = { kind: 'own-pages'; one: string; several: string };

/** Tone of a paragraph. The small tones are for text that also appears elsewhere. */
export type Tone = 'muted' | 'strong' | 'small' | 'small-strong';

/** Rows of labels and values. */
export type FactsBlock = { kind: 'facts'; rows: readonly { label: string; value: string }[] };

/** A table with a header that is repeated on every page. `share` is a column's fraction of the width. */
export type TableBlock = {
  kind: 'table';
  columns: readonly { title: string; share: number }[];
  rows: readonly (readonly string[])[];
};

/** Size in points of a drawn or typed signature on the appended pages. */
export const SIGNATURE_PICTURE = { width: 118, height: 40 };

/** A signature above a line with its details beside it, or a person without a signature. */
export type SignatureBlock = {
  kind: 'signature';
  /** Key by which the document's pages refer to the signature. */
  reference?: string;
  /** The drawn signature. Without it and `typed`, the person acted without signing. */
  ink?: PackedInk;
  typed?: { text: string; face: FaceName };
  /** Alternative text of the picture for screen readers. */
  alt: string;
  name: string;
  /** Text next to the name, such as an address. */
  aside?: string;
  /** Short label and value pairs, arranged in two columns. */
  pairs?: readonly { label: string; value: string }[];
  rows: readonly { label: string; value: string }[];
};

export type RuleBlock = { kind: 'rule' };
