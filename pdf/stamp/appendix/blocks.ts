import type { FaceName } from '../../fonts/faces.ts';
import type { PackedInk } from '../../image/packed-ink.ts';

/** Appended pages: blocks that flow down the page and onto further pages. */
export type AppendixPage = {
  blocks: readonly AppendixBlock[];
  /** The BCP 47 tag of its words, for who is read them aloud; without it they are in the language of the file. */
  language?: string;
  /** The size of its pages in points; A4 by default. One appendix has one, that of its first page. */
  paper?: { width: number; height: number };
  /** Whether its language is written from right to left. */
  mirrored?: boolean;
  /**
   * On each page. In the label `{page}` and `{pages}` become the number of the page, from 1, and of all appended pages;
   * `{filePage}` and `{filePages}` the same counted over the whole file.
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
  /** Where its words are in another language than the page's. */
  language?: string;
};

/** The one heading of the appendix. */
export type TitleBlock = {
  kind: 'title';
  text: string;
  subtitle?: string;
  /** A picture in a square, by lines of dark and light dots, and what is read aloud in its place. */
  code?: { dots: readonly (readonly boolean[])[]; alt: string };
  /** Whether our mark stands before it. */
  mark?: true;
};

/** One line that says how it ended, set off from the rest. */
export type StatusBlock = { kind: 'status'; text: string; tone: 'done' | 'ended' };

/** Stays with the block that follows it. */
export type HeadingBlock = { kind: 'heading'; text: string };

/** Line breaks in the text are kept. */
export type ParagraphBlock = { kind: 'paragraph'; text: string; tone?: Tone };

/**
 * Where in the file the appended pages are: `one` if there is one, else `several`. `{first}`, `{last}` and `{filePages}`
 * become numbers of pages, counted over the whole file.
 */
export type OwnPagesBlock = { kind: 'own-pages'; one: string; several: string };

/** The small ones are for words that stand elsewhere too. */
export type Tone = 'muted' | 'strong' | 'small' | 'small-strong';

/** Labels and their values, side by side. */
export type FactsBlock = { kind: 'facts'; rows: readonly { label: string; value: string }[] };

/** Rows under a head that is repeated on every page; `share` is a column's part of the width. */
export type TableBlock = {
  kind: 'table';
  columns: readonly { title: string; share: number }[];
  rows: readonly (readonly string[])[];
};

/** The room for a signature on the appended pages, drawn or typed; points. */
export const SIGNATURE_PICTURE = { width: 118, height: 40 };

/** A signature over a line, with what is known of it beside; or somebody who had none to give. */
export type SignatureBlock = {
  kind: 'signature';
  /** By which the pages of the document refer to it. */
  reference?: string;
  /** The picture that was drawn; without it and `typed` somebody acted without signing. */
  ink?: PackedInk;
  typed?: { text: string; face: FaceName };
  /** Read aloud by a screen reader in place of the picture. */
  alt: string;
  name: string;
  /** Beside the name, such as an address. */
  aside?: string;
  /** Two beside each other, where they are short. */
  pairs?: readonly { label: string; value: string }[];
  rows: readonly { label: string; value: string }[];
};

export type RuleBlock = { kind: 'rule' };
