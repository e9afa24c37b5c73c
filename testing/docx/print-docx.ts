import { strFromU8, unzipSync } from 'fflate';
import { makePdf } from '../pdfs/make-pdf.ts';

/** Returns the text of each paragraph of a Word file that has any. */
export function linesOf(docx: Uint8Array): string[] {
  return strFromU8(unzipSync(docx)['word/document.xml']!)
    .split('</w:p>')
    .map((one) => one.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&'))
    .filter((line) => line !== '');
}

/** A converter for tests, which prints the paragraphs of a Word file on a page. */
export const paragraphPrinter = {
  available: () => Promise.resolve(true),
  convert: (docx: Uint8Array) => Promise.resolve(makePdf({ pages: linesOf(docx).map((text) => ({ text })) })),
};
