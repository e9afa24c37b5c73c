import type { Refusal } from '#core/refusal.ts';
import type { TrackedChangeChoice } from '#core/document/tracked-changes.ts';
import type { MergeData, Placeholder } from '#core/template/placeholders.ts';
import type { PageGeometry } from '#core/field/layout/geometry.ts';
import type { Suggestion } from '#core/field/suggest/suggest-fields.ts';
import type { Additions, Finding } from '#pdf/render/inspect-additions.ts';
import type { Under, ContentQuery } from '#pdf/render/look-under.ts';
import type { TextsOnPages } from '#pdf/render/find-lost-words.ts';
import type { PagesToMatch } from '#pdf/render/match-pages.ts';
import type { AnchorPlace, FormPlace } from '#pdf/render/find-places.ts';
import type { PreparedPart } from '#pdf/join/join-files.ts';
import type { MarkWithRoom, PreparedMarks } from '#pdf/countersign/append-marks.ts';
import type { Composition } from '#pdf/stamp/composition.ts';
import type { WantedFont } from './docx-converter.ts';
import type { PlacedPage } from '#pdf/pages/arrange-pages.ts';
import type { Picture } from '#pdf/pictures/picture-to-pdf.ts';
import type { PlainPicture, UploadedPicture } from '#pdf/pictures/plain-picture.ts';
import type { Report, Trust } from '#verify/report.ts';

export type { PlainPicture };

/**
 * Why a file cannot be used, with text for the uploader. `refused` is one of pdf/'s own codes; `page` is
 * one-based, `words` are from the file.
 */
export type FileRefusal = { refused: string; detail: string; page?: number; words?: string };

export type PreparedFile = {
  bytes: Uint8Array;
  pages: PageGeometry[];
  changes: string[];
  /** Notes on its pages for the sender; codes of pdf/. */
  findings: { code: string; pages: number[]; words: string[] }[];
  /** Anchor texts such as {{signature:1}} that mark the place of a field. */
  anchors: AnchorPlace[];
  /** Fields that its pages seem to ask for. */
  suggestions: Suggestion[];
};

export type BaseFile = { pdf: Uint8Array; pages: readonly PageGeometry[] };

/** The pages of a base file to keep, in their new order. */
export type PageOrder = { pdf: Uint8Array; order: readonly PlacedPage[] };

/**
 * A file to convert: the upload, with the changes that the converter needs to print it as its author saw it.
 * `fonts` are those it names. `texts`: paragraphs that must appear on the pages. `showsChanges`: tracked
 * changes are printed as such.
 */
export type CheckedDocx = {
  ok: true;
  docx: Uint8Array;
  fonts: WantedFont[];
  texts: string[];
  showsChanges: boolean;
  hasFormulas: boolean;
  /** Number of pages when Word saved the file; undefined if unknown, or if other text is converted. */
  wordPages: number | undefined;
  /** Placeholders of a template; empty unless asked for. */
  placeholders: Placeholder[];
};

/**
 * `trackedChanges`: undefined until the sender has decided. `merge`: placeholders are looked for and, with data,
 * filled in.
 */
export type WordUpload = {
  docx: Uint8Array;
  trackedChanges?: TrackedChangeChoice | undefined;
  merge?: { data?: MergeData } | undefined;
};

export type MarkupUpload = { source: Uint8Array; kind: 'html' | 'markdown' };

/** HTML to convert. `texts`: paragraphs that must appear on the pages. */
export type CheckedMarkup = { ok: true; html: Uint8Array; texts: string[] };

export type FilePlaces = FormPlace[];

/** A text, the box (points) that must fit it, and the preferred font size (points). */
export type BoxedText = { text: string; width: number; height: number; face?: string; size?: number };

/**
 * Whether the text can be printed there completely, at a readable size, with letters that a font contains.
 */
export type Fit = { fits: boolean; unprintable: string[] };

/** Additions to a base file, and where they may appear. */
export type Addition = { composition: Composition; additions: Omit<Additions, 'base' | 'added'> };

/** The bytes appended to the base file, or the fault that another engine finds in the result. */
export type Added = { revision: Uint8Array } | { wrong: Finding };

/**
 * Why a check failed. `passing`: it exceeded time or memory, which may be the machine's fault and not the
 * file's.
 */
export type PreflightFinding = Finding & { passing?: true };

/** A file made only for a check. `at` is ms UTC. */
export type Trial = Addition & {
  at: number;
  /** The uploaded file with signatures, to which the stamps are appended; with the pages of the base file. */
  uploaded?: BaseFile;
};

/** A base file, and the words of anchors in lower case. */
export type AnchorRemoval = { pdf: Uint8Array; words: readonly string[] };
/** `left`: anchors that could not be removed, such as those in a picture with text. */
export type WithoutAnchors = PreparedFile & { removed: number; left: number };

/**
 * A countersigned file, the pages that it has to show (the base file with the stamps), and how to verify it.
 */
export type Countersigned = {
  pdf: Uint8Array;
  composition: Composition;
  pages: readonly PageGeometry[];
  trust: Trust;
};

/** The report of a third party, and the first page that does not show what was signed. */
export type CheckedCountersigned = { report: Report; wrong: Finding | undefined };

/**
 * Processes untrusted files, which uses much CPU and memory and may be attacked by hostile input. It runs in
 * separate processes, away from the one that serves requests, with limits (S-25).
 *
 * `account` owns the work. Accounts take turns, so that one with much work only delays itself; work without
 * an account counts as one more account.
 */
export interface PdfEngine {
  /**
   * Checks that a Word document may be given to the converter (S-21 to S-24), and returns what to convert.
   */
  checkDocx(upload: WordUpload, account?: string): Promise<CheckedDocx | Refusal>;
  /** Returns an HTML or Markdown file as HTML that the converter may read. */
  checkMarkup(upload: MarkupUpload, account?: string): Promise<CheckedMarkup | Refusal>;
  /** Returns a PDF with the pages of a picture, to be normalized. */
  pictureToPdf(upload: Picture, account?: string): Promise<Uint8Array | FileRefusal>;
  /** Returns a picture for a field as it will be shown and sealed. */
  plainPicture(upload: UploadedPicture, account?: string): Promise<PlainPicture | FileRefusal>;
  /** Rewrites an uploaded file into the clean single-revision base file (P-01 to P-06). */
  normalise(pdf: Uint8Array, account?: string): Promise<PreparedFile | FileRefusal>;
  /**
   * Returns a new base file of some pages of another one. Nothing of the other pages remains in it.
   */
  arrangePages(asked: PageOrder, account?: string): Promise<PreparedFile | FileRefusal>;
  /**
   * Returns a new base file without the texts that place fields, such as {{signature:1}}. All other letters are the
   * same and in the same places. Undefined if no such text can be removed.
   */
  removeAnchors(asked: AnchorRemoval, account?: string): Promise<WithoutAnchors | FileRefusal | undefined>;
  /**
   * Like `normalise` for a file with digital signatures, which remains as it is and is shown as the base
   * file. Refuses files that other programs could show differently from the base file.
   */
  prepareSigned(pdf: Uint8Array, account?: string): Promise<PreparedFile | FileRefusal>;
  /** Appends marks with room for their signatures to a file with signatures. */
  appendMarks(
    request: { pdf: Uint8Array; marks: readonly MarkWithRoom[] },
    account?: string,
  ): Promise<PreparedMarks>;
  /** Verifies and inspects a countersigned file, within the limits of `tryOut`, which did the same. */
  checkCountersigned(file: Countersigned, account?: string): Promise<CheckedCountersigned>;
  /**
   * Returns the base file with every page marked as a test, as a new base file: the mark is part of the
   * content that is shown, agreed to and sealed.
   */
  markAsTest(base: BaseFile, account?: string): Promise<Uint8Array | FileRefusal>;
  /** Joins base files in this order into one base file. Pages in a refusal count through all files. */
  join(parts: readonly PreparedPart[], account?: string): Promise<Uint8Array | FileRefusal>;
  /**
   * Returns passages of a converted document's text whose words are on no page; empty if that cannot be
   * determined.
   */
  findLostWords(document: TextsOnPages, account?: string): Promise<string[]>;
  /** Returns true if the pages of a filled-in Word file are those of the file before; false if that is not known. */
  matchPages(files: PagesToMatch, account?: string): Promise<boolean>;
  /** Returns the form fields of an upload to offer them; none if it cannot be read. */
  findPlaces(pdf: Uint8Array, account?: string): Promise<FilePlaces>;
  /**
   * Creates the single revision with stamps, certificate pages and attachments on top of the base file, and
   * checks the result with another engine than the one that wrote it. The base file is transferred once,
   * since it is large.
   */
  add(addition: Addition, account?: string): Promise<Added>;
  /**
   * Returns the content under boxes on the pages of a base file, in their order. Undefined if the file cannot
   * be opened or exceeds the limits, which says nothing about the content.
   */
  lookUnder(undercover: ContentQuery, account?: string): Promise<Under[] | undefined>;
  /** Composes, inspects and seals a file that is discarded; returns why it could not be sealed, if so. */
  tryOut(trial: Trial, account?: string): Promise<PreflightFinding | undefined>;
  /**
   * Called when a value is entered, so that no value turns out to be unprintable after everyone has signed.
   */
  fit(texts: BoxedText[], account?: string): Promise<Fit[]>;
  /**
   * Returns a page as a PNG of this width in pixels; undefined if it cannot be rendered. `page`: its index,
   * default 0.
   */
  thumbnail(
    of: { pdf: Uint8Array; width: number; page?: number },
    account?: string,
  ): Promise<Uint8Array | undefined>;
  /** Verifies a sealed file like the verify page; undefined if it exceeds the limits. */
  judge(file: { pdf: Uint8Array } & Trust, account?: string): Promise<Report | undefined>;
  /** Memory in bytes of each of its processes, with the kind of work they do. Absent if it has none. */
  memory?(): { work: string; bytes: number }[];
  close(): Promise<void>;
}

export type PdfTasks = Omit<PdfEngine, 'close' | 'memory'>;

/** Returns an engine that measures texts for this account. */
export function fitFor(pdf: Pick<PdfEngine, 'fit'>, account: string): Pick<PdfEngine, 'fit'> {
  return { fit: (texts) => pdf.fit(texts, account) };
}
