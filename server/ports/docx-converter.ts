import type { Refusal } from '#core/refusal.ts';

/** A font that a Word document names, and the one that is nearest to it in width, where one is known. */
export type WantedFont = {
  name: string;
  /** Whether text on the page may be set in it, and not only in a style that nothing uses. */
  printed: boolean;
  standIn?: string;
};

export type ConversionOptions = {
  /** Whose document it is: of each account one is converted at a time. */
  account?: string;
  signal?: AbortSignal;
  fonts?: readonly WantedFont[];
};

/** A try of the converter that made no PDF. `seconds` of wall time; nothing of the document. */
export type ConversionFailure = {
  exitCode: number | null;
  exitSignal: string | null;
  seconds: number;
  /** Whether it is tried again. */
  again: boolean;
};

/** Turns Word documents into PDF. The document is a stranger's: whatever it holds must not reach anything else. */
export interface DocxConverter {
  /** False where no converter is installed; the upload page then offers PDF only. */
  available(): Promise<boolean>;
  /**
   * The document as a PDF file. Refused with 'conversion-unavailable' or 'conversion-failed' and a sentence for the
   * person who uploaded it. Only for documents that passed the check of their content. Rejects with the signal's
   * reason when it is aborted.
   */
  convert(docx: Uint8Array, options?: ConversionOptions): Promise<Uint8Array | Refusal>;
  /** Sets the listener for failed tries. */
  onFailure?(listener: (failure: ConversionFailure) => void): void;
}
