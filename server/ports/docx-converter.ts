import type { Refusal } from '#core/refusal.ts';

/** A font named in a Word document, and the known font nearest to it in width. */
export type WantedFont = {
  name: string;
  /** True if page text may use it, as opposed to an unused style. */
  printed: boolean;
  standIn?: string;
};

export type ConversionOptions = {
  /** The account of the document; only one conversion per account runs at a time. */
  account?: string;
  signal?: AbortSignal;
  fonts?: readonly WantedFont[];
  /** The format of the document; by default Word. */
  format?: 'docx' | 'html';
  /** True if the document has formulas, for which a converter may need more than for text. */
  hasFormulas?: boolean;
};

/** A failed conversion attempt. `seconds` of wall time; nothing of the document. */
export type ConversionFailure = {
  exitCode: number | null;
  exitSignal: string | null;
  seconds: number;
  /** True if it is retried. */
  again: boolean;
};

/** Converts Word and HTML documents to PDF. Documents are untrusted: their content must not reach anything else. */
export interface DocxConverter {
  /** False if no converter is installed; the upload page then offers PDF only. */
  available(): Promise<boolean>;
  /**
   * Returns the document as a PDF file. Refuses with 'conversion-unavailable' or 'conversion-failed' and a
   * sentence for the uploader. Only for documents whose content passed the check. Rejects with the signal's
   * reason when aborted.
   */
  convert(document: Uint8Array, options?: ConversionOptions): Promise<Uint8Array | Refusal>;
  /** Sets the listener for failed attempts. */
  onFailure?(listener: (failure: ConversionFailure) => void): void;
}

/**
 * Normalizes a PostScript name ('TimesNewRomanPS-BoldMT') or full name to its family, in lowercase without
 * spaces.
 */
export function familyKey(name: string): string {
  return name
    .replace(/[-,].*$/, '')
    .replace(/\s(?:CYR|CE|Tur|Greek|Baltic)$/, '')
    .replace(/(?:Regular|(?:PS)?MT|PS)$/, '')
    .replaceAll(/[\s_]/g, '')
    .toLowerCase();
}
