import type { Disagreement } from '../compare/compare-engines.ts';

export type PdfRefusalCode =
  | 'pdf-not-a-pdf'
  | 'pdf-password'
  | 'pdf-protected'
  | 'pdf-damaged'
  | 'pdf-dynamic-form'
  | 'pdf-portfolio'
  | 'pdf-signed'
  | 'pdf-prints-otherwise'
  | 'pdf-too-many-pages'
  | 'pdf-page-size'
  | 'pdf-picture-damaged'
  | 'pdf-malformed-content'
  | 'pdf-programs-disagree'
  | 'pdf-imitates-certificate'
  | 'pdf-too-complex'
  | 'pdf-cannot-be-prepared';

/** `detail` is one English sentence for the person who uploads: what is wrong and what to do. */
export type PdfRefusal = { refused: PdfRefusalCode; detail: string; page?: number; words?: string };

const refusal = (refused: PdfRefusalCode, detail: string): PdfRefusal => ({ refused, detail });

export const refusals = {
  notAPdf: refusal('pdf-not-a-pdf', 'This file is not a PDF; please export it as PDF and upload it again.'),
  password: refusal(
    'pdf-password',
    'This PDF opens only with a password; please save a copy without password protection and upload that.',
  ),
  protection: refusal(
    'pdf-protected',
    'This PDF is protected for certain people or by a rights service; please save an unprotected copy and upload that.',
  ),
  damaged: refusal(
    'pdf-damaged',
    'This PDF is damaged and its pages cannot be read; please export or print it to PDF again and upload the new file.',
  ),
  dynamicForm: refusal(
    'pdf-dynamic-form',
    'This PDF is a dynamic (XFA) form whose pages exist only in Adobe Reader; please print it to PDF there and upload the result.',
  ),
  portfolio: refusal(
    'pdf-portfolio',
    'This PDF is a portfolio that holds other files; please upload the files you want to have signed one by one.',
  ),
  signed: refusal(
    'pdf-signed',
    'This PDF already carries a digital signature that would be lost; please upload the version from before it was signed.',
  ),
  printsOtherwise: refusal(
    'pdf-prints-otherwise',
    'This PDF has layers that print something the screen does not show, so two people could read two documents; please print it to PDF and upload the result.',
  ),
  tooManyPages: refusal(
    'pdf-too-many-pages',
    'This PDF has more than 500 pages; please split it and upload the part that is to be signed.',
  ),
  pageSize: refusal(
    'pdf-page-size',
    'This PDF has a page that is larger than five metres or smaller than a millimetre; please print it to PDF on paper of an ordinary size and upload the new file.',
  ),
  tooComplex: refusal(
    'pdf-too-complex',
    'This PDF unpacks to more data than is allowed; please print it to PDF again and upload the new file.',
  ),
  cannotBePrepared: refusal(
    'pdf-cannot-be-prepared',
    'This PDF could not be prepared without changing how it looks; please print it to PDF again and upload the new file.',
  ),
};

/** @param page from 1: the first with such a picture */
export const pictureDamaged = (page: number): PdfRefusal => ({
  ...refusal(
    'pdf-picture-damaged',
    `A picture on page ${page} of this PDF is damaged: one program shows it, another shows something else or nothing. Please print the file to PDF again, look at that page and upload the new file.`,
  ),
  page,
});

/**
 * @param page from 1: the first whose content programs read differently
 * @param token what they read differently, as it is in the file or named
 */
export const malformedContent = (page: number, token: string): PdfRefusal => ({
  ...refusal(
    'pdf-malformed-content',
    `Page ${page} of this PDF contains “${printable(token)}”, which programs read differently, so two people could see two documents. Please print the file to PDF again, check that page and upload the new file.`,
  ),
  page,
  words: printable(token),
});

/** @param page from 1: the first that would look different */
export const cannotBePreparedOn = (page: number): PdfRefusal => ({
  ...refusal(
    'pdf-cannot-be-prepared',
    `Page ${page} of this PDF could not be prepared without changing how it looks; please print it to PDF again and upload the new file.`,
  ),
  page,
});

const printable = (token: string): string => token.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);

/** @param shown the page (from 1), and what each of two programs shows on it and the other does not */
export function programsDisagree({ page, pdfjs, pdfium }: Disagreement): PdfRefusal {
  const [one, other] = [pdfjs || pdfium, pdfjs && pdfium];
  const what =
    other === ''
      ? `one shows “${one}”, and another does not`
      : one === other
        ? `“${one}” is in different places`
        : `one shows “${one}” where another shows “${other}”`;
  return {
    ...refusal(
      'pdf-programs-disagree',
      `Programs show page ${page} of this PDF differently: ${what}. Please print the file to PDF again, look at that page and upload the new file.`,
    ),
    page,
    words: one,
  };
}

/** @param page from 1 */
export const imitatesCertificate = (page: number): PdfRefusal =>
  refusal(
    'pdf-imitates-certificate',
    `Page ${page} of this PDF looks like the certificate that this service adds when a document is signed, so a reader could take it for the real one. Please take that page out and upload the rest.`,
  );
