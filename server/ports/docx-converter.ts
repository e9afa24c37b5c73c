import type { Refusal } from '#core/refusal.ts';

/** A font named in a Word document, and its replacement, the known font nearest to it in width. */
export type WantedFont = {
  name: string;
  /** True if page text may use the font, and not only an unused style. */
  printed: boolean;
  standIn?: string;
};

export type ConversionOptions = {
  /** The account that owns the document. Only one conversion per account runs at a time. */
  account?: string;
  signal?: AbortSignal;
  fonts?: readonly WantedFont[];
  /** The format of the document. Default: Word. */
  format?: 'docx' | 'html';
  /** True if the document has formulas, which some installations of a converter cannot print. */
  hasFormulas?: boolean;
};

/** A failed conversion attempt. `seconds` is wall time. Contains nothing from the document. */
export type ConversionFailure = {
  exitCode: number | null;
  exitSignal: string | null;
  seconds: number;
  /** True if the conversion will be retried. */
  again: boolean;
};

/**
 * Converts Word and HTML documents to PDF. Documents are untrusted, so their content must not affect anything
 * outside the conversion.
 */
export interface DocxConverter {
  /** Returns false if no converter is installed. The upload page then offers only PDF. */
  available(): Promise<boolean>;
  /**
   * Returns the document as PDF. Returns 'conversion-unavailable' or 'conversion-failed' with a sentence for
   * the uploader if it cannot be converted. The document must have passed the content check. Rejects with the
   * signal's reason when aborted.
   */
  convert(document: Uint8Array, options?: ConversionOptions): Promise<Uint8Array | Refusal>;
  /** Sets the listener for failed attempts. */
  onFailure?(listener: (failure: ConversionFailure) => void): void;
}

/**
 * Returns the font family of a PostScript name ('TimesNewRomanPS-BoldMT') or full name, in lowercase without
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
