import type { AppendixPage } from './appendix/blocks.ts';
import type { Stamp } from './draw-stamp.ts';

export type Attachment = {
  name: string;
  /** Media type, such as `application/json`. */
  mediaType: string;
  description: string;
  bytes: Uint8Array;
  /** Relationship of the file to the document (ISO 32000-2, table 43). */
  relationship: 'Source' | 'Data' | 'Alternative' | 'Supplement' | 'Unspecified';
};

export type FileInfo = {
  title: string;
  /** BCP 47 tag such as `en-GB`, used if the file does not specify a language. */
  language?: string;
};

export type Composition = {
  /**
   * A file in the form written by `normalise/`: pages inherit nothing, and their content ends in the default
   * user space with every q, BT and BMC closed.
   */
  base: Uint8Array;
  stamps: readonly Stamp[];
  /** Groups of pages to append. Each starts on a new page and takes as many pages as it needs. */
  appendix: readonly AppendixPage[];
  attachments: readonly Attachment[];
  info: FileInfo;
};
