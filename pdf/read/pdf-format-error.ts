/**
 * Thrown if the bytes are not a PDF in the form that `openPdf` supports. `message` says where reading stopped.
 */
export class PdfFormatError extends Error {
  readonly code = 'pdf_format';
}
