/** The bytes are not a PDF in the one form that `openPdf` knows; `message` says where reading ended. */
export class PdfFormatError extends Error {
  readonly code = 'pdf_format';
}
