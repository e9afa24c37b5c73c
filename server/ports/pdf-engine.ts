import type { Refusal } from '#core/refusal.ts';
import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import type { PageGeometry } from '#core/field/geometry.ts';
import type { Additions, Finding } from '#pdf/render/inspect-additions.ts';
import type { Under, Undercover } from '#pdf/render/look-under.ts';
import type { TextsOnPages } from '#pdf/render/find-lost-words.ts';
import type { AnchorPlace, FormPlace } from '#pdf/render/find-places.ts';
import type { Composition } from '#pdf/stamp/compose-pdf.ts';
import type { WantedFont } from './docx-converter.ts';
import type { Report } from '#verify/report.ts';
import type { Trust } from '#verify/verify-file.ts';

/** Why a file cannot be used, in words for the person who uploaded it. `refused` is one of pdf/'s own codes; `page` from 1, `words` of the file. */
export type FileRefusal = { refused: string; detail: string; page?: number; words?: string };

export type PreparedFile = {
  bytes: Uint8Array;
  pages: PageGeometry[];
  changes: string[];
  /** Notes on its pages that a person should know of; codes of pdf/. */
  findings: { code: string; pages: number[]; words: string[] }[];
  /** Texts such as {{signature:1}}, which name a place to be filled in. */
  anchors: AnchorPlace[];
};

export type BaseFile = { pdf: Uint8Array; pages: readonly PageGeometry[] };

/**
 * A file to convert: the upload, with the changes that the converter needs to print it as its author saw it. `fonts` are
 * those that it names. `texts`: its
 * paragraphs as they have to be on the pages. `showsChanges`: tracked changes are printed as such.
 */
export type CheckedDocx = {
  ok: true;
  docx: Uint8Array;
  fonts: WantedFont[];
  texts: string[];
  showsChanges: boolean;
};

/** `trackedChanges`: undefined until the sender has decided. */
export type WordUpload = { docx: Uint8Array; trackedChanges?: TrackedChangeChoice };

export type FilePlaces = FormPlace[];

/** A text and the box (points) that has to hold it. */
export type BoxedText = { text: string; width: number; height: number; face?: string };

/** Whether it can be printed there: all of it, at a readable size, in letters that a font has. */
export type Fit = { fits: boolean; unprintable: string[] };

/** Additions to a base file, and where they may show. */
export type Addition = { composition: Composition; additions: Omit<Additions, 'base' | 'added'> };

/** The bytes behind the base file, or what another engine finds wrong with the two together. */
export type Added = { revision: Uint8Array } | { wrong: Finding };

/** Why a trial failed. `passing`: it asked for too much time or memory, which may be the machine's fault and not the file's. */
export type TrialFinding = Finding & { passing?: true };

/** A file that is only made to see whether it could be. `at` is ms UTC. */
export type Trial = Addition & { at: number };

/**
 * The work on strangers' bytes that burns processor and memory, and that a hostile file could turn against us: done
 * away from the process that answers requests, within limits (S-25).
 *
 * `account` is whose work it is. Accounts take turns, so that one that brings much waits for itself and for nobody
 * else; work without one is that of one more account.
 */
export interface PdfEngine {
  /** Whether a Word document may be shown to the converter (S-21 to S-24), and what is to be converted. */
  checkDocx(upload: WordUpload, account?: string): Promise<CheckedDocx | Refusal>;
  /** Rewrites an uploaded file into the clean single-revision base file (P-01 to P-06). */
  normalise(pdf: Uint8Array, account?: string): Promise<PreparedFile | FileRefusal>;
  /**
   * The base file with every page marked as a test, as a base file again: the mark is a part of what is shown, agreed
   * to and sealed.
   */
  markAsTest(base: BaseFile, account?: string): Promise<Uint8Array | FileRefusal>;
  /** Passages of a converted document's texts whose words are on no page; none where that cannot be said. */
  findLostWords(document: TextsOnPages, account?: string): Promise<string[]>;
  /** The form fields of an upload, to be offered; none when it cannot be read. */
  findPlaces(pdf: Uint8Array, account?: string): Promise<FilePlaces>;
  /**
   * Makes the one revision that puts stamps, certificate pages and attachments on top of the base file, and looks at
   * the result with another engine than the one that wrote it. The base travels one way and once: it is large.
   */
  add(addition: Addition, account?: string): Promise<Added>;
  /**
   * Looks under boxes on the pages of a base file, in their order; undefined when it cannot be opened or asks for too
   * much, which says nothing about what lies there.
   */
  lookUnder(undercover: Undercover, account?: string): Promise<Under[] | undefined>;
  /** Composes, inspects and seals a file that is thrown away; answers why it could not be sealed, if it could not. */
  tryOut(trial: Trial, account?: string): Promise<TrialFinding | undefined>;
  /** Asked when a value is entered, so that nothing is ever found unprintable after everybody has signed. */
  fit(texts: BoxedText[], account?: string): Promise<Fit[]>;
  /** The first page as a PNG of this width in pixels; undefined when it cannot be drawn. */
  thumbnail(of: { pdf: Uint8Array; width: number }, account?: string): Promise<Uint8Array | undefined>;
  /** Judges a sealed file as the verify page does; undefined when it asks for too much. */
  judge(file: { pdf: Uint8Array } & Trust, account?: string): Promise<Report | undefined>;
  close(): Promise<void>;
}

/** The engine as one that measures texts for this account. */
export function fitFor(pdf: Pick<PdfEngine, 'fit'>, account: string): Pick<PdfEngine, 'fit'> {
  return { fit: (texts) => pdf.fit(texts, account) };
}
