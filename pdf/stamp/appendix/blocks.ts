import type { FaceName } from '../../fonts/faces.ts';
import type { PackedInk } from '../../image/packed-ink.ts';

/** Appended pages: blocks that flow down the page and onto further pages. */
export type AppendixPage = {
  blocks: readonly AppendixBlock[];
  /** The BCP 47 tag of its words, for who is read them aloud; without it they are in the language of the file. */
  language?: string;
  /** On each page; `{page}` and `{pages}` in the label become the number of the page, from 1, and of all appended pages. */
  footer?: { text: string; label: string };
};

type Kind = TitleBlock | HeadingBlock | ParagraphBlock | FactsBlock | TableBlock | SignatureBlock | RuleBlock;
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

/** Stays with the block that follows it. */
export type HeadingBlock = { kind: 'heading'; text: string };

/** Line breaks in the text are kept. */
export type ParagraphBlock = { kind: 'paragraph'; text: string; tone?: 'muted' | 'strong' };

/** Labels and their values, side by side. */
export type FactsBlock = { kind: 'facts'; rows: readonly { label: string; value: string }[] };

/** Rows under a head that is repeated on every page; `share` is a column's part of the width. */
export type TableBlock = {
  kind: 'table';
  columns: readonly { title: string; share: number }[];
  rows: readonly (readonly string[])[];
};

/** A signature over a line, with what is known of it beside. */
export type SignatureBlock = {
  kind: 'signature';
  /** The picture that was drawn; without it and `typed` somebody acted without signing. */
  ink?: PackedInk;
  typed?: { text: string; face: FaceName };
  /** Read aloud by a screen reader in place of the picture. */
  alt: string;
  name: string;
  rows: readonly { label: string; value: string }[];
};

export type RuleBlock = { kind: 'rule' };
