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
 * Why a file cannot be used, with a text for the uploader. `refused` is one of pdf/'s codes, `page` is
 * one-based, and `words` are from the file.
 */
export type FileRefusal = { refused: string; detail: string; page?: number; words?: string };

export type PreparedFile = {
  bytes: Uint8Array;
  pages: PageGeometry[];
  changes: string[];
  /** Notes for the sender about pages, with codes defined in pdf/. */
  findings: { code: string; pages: number[]; words: string[] }[];
  /** Anchor texts such as {{signature:1}} that mark the place of a field. */
  anchors: AnchorPlace[];
  /** Suggested fields for blanks on the pages. */
  suggestions: Suggestion[];
};

export type BaseFile = { pdf: Uint8Array; pages: readonly PageGeometry[] };

/** A base file, and which of its pages to keep in which order. */
export type PageOrder = { pdf: Uint8Array; order: readonly PlacedPage[] };

/**
 * A Word file to convert, adjusted so that the converter prints it the way its author saw it. `fonts` lists
 * the fonts that the file names, and `texts` lists paragraphs that must appear on the pages. With
 * `showsChanges`, tracked changes are printed as markup.
 */
export type CheckedDocx = {
  ok: true;
  docx: Uint8Array;
  fonts: WantedFont[];
  texts: string[];
  showsChanges: boolean;
  hasFormulas: boolean;
  /** Number of pages when Word saved the file; undefined if unknown, or if the text changed since. */
  wordPages: number | undefined;
  /** Placeholders of a template; empty unless requested. */
  placeholders: Placeholder[];
};

/**
 * `trackedChanges` is undefined until the sender has decided. With `merge`, placeholders are read and, if it
 * has data, filled in.
 */
export type WordUpload = {
  docx: Uint8Array;
  trackedChanges?: TrackedChangeChoice | undefined;
  merge?: { data?: MergeData } | undefined;
};

export type MarkupUpload = { source: Uint8Array; kind: 'html' | 'markdown' };

/** HTML to convert. `texts` are paragraphs that must appear on the pages. */
export type CheckedMarkup = { ok: true; html: Uint8Array; texts: string[] };

export type FilePlaces = FormPlace[];

/** A text, the box that it must fit (points), and the preferred font size (points). */
export type BoxedText = { text: string; width: number; height: number; face?: string; size?: number };

/** Whether the whole text fits at a readable size, and which letters no font contains. */
export type Fit = { fits: boolean; unprintable: string[] };

/** Additions to a base file, and where they may appear. */
export type Addition = { composition: Composition; additions: Omit<Additions, 'base' | 'added'> };

/** The bytes to append to the base file, or a fault that a second engine found in the result. */
export type Added = { revision: Uint8Array } | { wrong: Finding };

/**
 * Why a check failed. `passing` is true if the check exceeded time or memory, which may be the machine's
 * fault rather than the file's.
 */
export type PreflightFinding = Finding & { passing?: true };

/** A file composed only for a check. `at` is ms UTC. */
export type Trial = Addition & {
  at: number;
  /** The uploaded file with signatures, to which the stamps are appended, with the geometry of its pages. */
  uploaded?: BaseFile;
};

/** A base file, and the anchor words to remove, in lowercase. */
export type AnchorRemoval = { pdf: Uint8Array; words: readonly string[] };
/**
 * `left` is the number of anchors that could not be removed, such as those in a scanned page with a text
 * layer.
 */
export type WithoutAnchors = PreparedFile & { removed: number; left: number };

/**
 * A countersigned file, the pages that it must show (the base file with the stamps), and how to verify it.
 */
export type Countersigned = {
  pdf: Uint8Array;
  composition: Composition;
  pages: readonly PageGeometry[];
  trust: Trust;
};

/** The report that a third party would get, and the first page that does not show what was signed. */
export type CheckedCountersigned = { report: Report; wrong: Finding | undefined };

/**
 * Processes untrusted files, which need much CPU and memory and may be hostile. Runs in processes separate
 * from the one that serves requests, with limits (S-25). `account` owns the work. Accounts take turns, so
 * that one with much work delays only itself. Work without an account counts as one more account.
 */
export interface PdfEngine {
  /**
   * Checks that a Word document may be given to the converter (S-21 to S-24), and returns what to convert.
   */
  checkDocx(upload: WordUpload, account?: string): Promise<CheckedDocx | Refusal>;
  /** Returns an HTML or Markdown file as HTML that is safe to convert. */
  checkMarkup(upload: MarkupUpload, account?: string): Promise<CheckedMarkup | Refusal>;
  /** Returns a PDF with the pages of a picture, which still has to be normalized. */
  pictureToPdf(upload: Picture, account?: string): Promise<Uint8Array | FileRefusal>;
  /** Returns a picture for a field, exactly as it will be shown and sealed. */
  plainPicture(upload: UploadedPicture, account?: string): Promise<PlainPicture | FileRefusal>;
  /** Rewrites an uploaded file into the clean single-revision base file (P-01 to P-06). */
  normalise(pdf: Uint8Array, account?: string): Promise<PreparedFile | FileRefusal>;
  /** Returns a new base file with some pages of another one. It contains nothing of the other pages. */
  arrangePages(asked: PageOrder, account?: string): Promise<PreparedFile | FileRefusal>;
  /**
   * Returns a new base file without the texts that place fields, such as {{signature:1}}. All other text
   * keeps its place. Returns undefined if no such text can be removed.
   */
  removeAnchors(asked: AnchorRemoval, account?: string): Promise<WithoutAnchors | FileRefusal | undefined>;
  /**
   * Like `normalise`, for a file with digital signatures. The file is not changed, and is shown as a base
   * file. Refuses files that other programs could show differently.
   */
  prepareSigned(pdf: Uint8Array, account?: string): Promise<PreparedFile | FileRefusal>;
  /** Appends stamps, with space for their signatures, to a file with signatures. */
  appendMarks(
    request: { pdf: Uint8Array; marks: readonly MarkWithRoom[] },
    account?: string,
  ): Promise<PreparedMarks>;
  /**
   * Verifies and inspects a countersigned file, within the same limits as `tryOut`, which did the same before
   * sending.
   */
  checkCountersigned(file: Countersigned, account?: string): Promise<CheckedCountersigned>;
  /**
   * Returns a new base file with every page marked as a test. The mark is part of the content that people see
   * and agree to, and that is sealed.
   */
  markAsTest(base: BaseFile, account?: string): Promise<Uint8Array | FileRefusal>;
  /** Joins base files in this order into one. Page numbers in a refusal count across all files. */
  join(parts: readonly PreparedPart[], account?: string): Promise<Uint8Array | FileRefusal>;
  /**
   * Returns passages of a converted document whose words are on no page; empty if that cannot be determined.
   */
  findLostWords(document: TextsOnPages, account?: string): Promise<string[]>;
  /**
   * Returns true if the pages of a filled-in Word file are those of the earlier file; false if that is
   * unknown.
   */
  matchPages(files: PagesToMatch, account?: string): Promise<boolean>;
  /** Returns the form fields of an upload that can become fields; none if it cannot be read. */
  findPlaces(pdf: Uint8Array, account?: string): Promise<FilePlaces>;
  /**
   * Creates the single revision with stamps, certificate pages and attachments on top of the base file, and
   * checks the result with a different engine than the one that wrote it. The base file is large, so it is
   * transferred only once.
   */
  add(addition: Addition, account?: string): Promise<Added>;
  /**
   * Returns the content under boxes on the pages of a base file, in the order of the boxes. Returns undefined
   * if the file cannot be opened or exceeds the limits, which says nothing about the content.
   */
  lookUnder(undercover: ContentQuery, account?: string): Promise<Under[] | undefined>;
  /** Composes, inspects and seals a file, and discards it. Returns why it cannot be sealed, or undefined. */
  tryOut(trial: Trial, account?: string): Promise<PreflightFinding | undefined>;
  /**
   * Checks texts when a value is entered, so that no value turns out to be unprintable after everyone has
   * signed.
   */
  fit(texts: BoxedText[], account?: string): Promise<Fit[]>;
  /**
   * Returns a page as a PNG with this width in pixels; undefined if it cannot be rendered. `page` is an
   * index, 0 by default.
   */
  thumbnail(
    of: { pdf: Uint8Array; width: number; page?: number },
    account?: string,
  ): Promise<Uint8Array | undefined>;
  /** Verifies a sealed file as the verify page does. Returns undefined if it exceeds the limits. */
  judge(file: { pdf: Uint8Array } & Trust, account?: string): Promise<Report | undefined>;
  /**
   * Returns the memory in bytes of each process, with its type of work. Missing if the engine has no
   * processes.
   */
  memory?(): { work: string; bytes: number }[];
  close(): Promise<void>;
}

export type PdfTasks = Omit<PdfEngine, 'close' | 'memory'>;

/** Returns an engine that measures texts for this account. */
export function fitFor(pdf: Pick<PdfEngine, 'fit'>, account: string): Pick<PdfEngine, 'fit'> {
  return { fit: (texts) => pdf.fit(texts, account) };
}
