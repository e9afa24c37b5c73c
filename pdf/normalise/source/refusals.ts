import type { Disagreement } from '../../compare/compare-engines.ts';

/** Maximum number of pages (S-20). */
export const MAX_PAGES = 500;

export type PdfRefusalCode =
  | 'pdf-not-a-pdf'
  | 'pdf-password'
  | 'pdf-protected'
  | 'pdf-damaged'
  | 'pdf-dynamic-form'
  | 'pdf-portfolio'
  | 'pdf-signed'
  | 'pdf-certified'
  | 'pdf-certified-final'
  | 'pdf-signature-broken'
  | 'pdf-fields-locked'
  | 'pdf-signature-unsupported'
  | 'pdf-changed-after-signing'
  | 'pdf-signed-not-fixed'
  | 'pdf-signed-prints-differently'
  | 'pdf-signed-reacts'
  | 'pdf-signed-value-differs'
  | 'pdf-signed-drawn-differently'
  | 'pdf-prints-differently'
  | 'pdf-too-many-pages'
  | 'pdf-page-size'
  | 'pdf-picture-damaged'
  | 'pdf-malformed-content'
  | 'pdf-programs-disagree'
  | 'pdf-imitates-certificate'
  | 'pdf-too-complex'
  | 'pdf-cannot-be-prepared';

/** `detail` is an English sentence for the person who uploads the file. It says what is wrong and what to do. */
export type PdfRefusal = { refused: PdfRefusalCode; detail: string; page?: number; words?: string };

const refusal = (refused: PdfRefusalCode, detail: string): PdfRefusal => ({ refused, detail });

export const refusals = {
  notAPdf: refusal('pdf-not-a-pdf', 'This file is not a PDF. Export it as PDF and upload it again.'),
  password: refusal(
    'pdf-password',
    'This PDF opens only with a password. Save a copy without a password and upload that.',
  ),
  protection: refusal(
    'pdf-protected',
    'This PDF is restricted to certain people or by a rights service. Save an unprotected copy and upload that.',
  ),
  damaged: refusal(
    'pdf-damaged',
    'This PDF is damaged and its pages can’t be read. Export or print it to PDF again and upload the new file.',
  ),
  dynamicForm: refusal(
    'pdf-dynamic-form',
    'This PDF is a dynamic (XFA) form that only Adobe Reader can show. Print it to PDF there and upload the result.',
  ),
  portfolio: refusal(
    'pdf-portfolio',
    'This PDF is a portfolio that contains other files. Upload the files that need a signature one by one.',
  ),
  printsOtherwise: refusal(
    'pdf-prints-differently',
    'This PDF has layers that look different on screen and in print, so people could read different documents. Print it to PDF and upload the result.',
  ),
  tooManyPages: refusal(
    'pdf-too-many-pages',
    'This PDF has more than 500 pages. Split it and upload the part that needs a signature.',
  ),
  pageSize: refusal(
    'pdf-page-size',
    'This PDF has a page larger than five meters or smaller than a millimeter. Print it to PDF on a standard paper size and upload the new file.',
  ),
  tooComplex: refusal(
    'pdf-too-complex',
    'This PDF unpacks to more data than we allow. Print it to PDF again and upload the new file.',
  ),
  tooSlow: refusal(
    'pdf-too-complex',
    'This PDF takes too long to examine. Have it signed where it was signed first, or try again later.',
  ),
  cannotBePrepared: refusal(
    'pdf-cannot-be-prepared',
    'This PDF couldn’t be prepared without changing how it looks. Print it to PDF again and upload the new file.',
  ),
};

/** Maximum length of a name, because names in certificates can have any length. */
const maxName = 60;
const shownName = (name: string): string => [...(name || '?')].slice(0, maxName).join('');

/** @param names the names in the signers' certificates; '' if there is none */
export function alreadySigned(names: readonly string[]): PdfRefusal {
  const words = names.slice(0, 3).map(shownName).join(', ') + (names.length > 3 ? ', …' : '');
  return {
    ...refusal(
      'pdf-signed',
      `This PDF was digitally signed by “${words}”, and that signature would be lost. Have it signed where it was signed first, or upload the version from before it was signed.`,
    ),
    words,
  };
}

/** A certification or the lock of an approval signature forbids any change. */
export function signedAsFinal(name: string): PdfRefusal {
  const words = shownName(name);
  const final = `“${words}” signed this PDF as final: any later change makes that signature invalid. Upload the version from before it was signed.`;
  return { ...refusal('pdf-certified-final', final), words };
}

/** Existing fields can be filled in and signed, but new visible ones cannot be added. */
export function certified(name: string): PdfRefusal {
  const words = shownName(name);
  const limited = `“${words}” certified this PDF, and the certification allows no new signature fields, so adding ours would make that signature invalid. Have it signed where it was certified, or upload the version from before.`;
  return { ...refusal('pdf-certified', limited), words };
}

/** @param change code of the change that rewriting the file would make (annotations/changes.ts) */
export function signedAndOpen(change: string): PdfRefusal {
  const what = changeable[change] ?? 'parts that programs show differently';
  return {
    ...refusal(
      'pdf-signed-not-fixed',
      `This signed PDF contains ${what}. We can’t remove that without breaking its signature, or keep it, because people could then see different documents. Have it signed where it was signed first.`,
    ),
    words: what,
  };
}

const changeable: Record<string, string> = {
  repaired: 'a structure that programs repair differently',
  decrypted: 'encryption',
  'form-flattened': 'form fields without a fixed appearance',
  'layers-flattened': 'layers',
  'attachments-removed': 'attached files',
  'javascript-removed': 'JavaScript',
  'actions-removed': 'actions',
  'media-removed': 'audio, video or 3D models',
  'xfa-removed': 'an XFA form',
  'versions-removed': 'pictures or pages that are stored elsewhere or in several versions',
  'print-area-removed': 'other areas for display or print',
  settled: 'pictures, colors or patterns that programs draw differently',
};

export function signatureBroken(name: string): PdfRefusal {
  const words = shownName(name);
  return {
    ...refusal(
      'pdf-signature-broken',
      `The digital signature of “${words}” in this PDF is not valid: the file was changed or damaged after it was signed. Ask for the file as it was signed.`,
    ),
    words,
  };
}

/** An approval signature locks the fields, or the whole document except for them. */
export function fieldsLocked(name: string): PdfRefusal {
  const words = shownName(name);
  return {
    ...refusal(
      'pdf-fields-locked',
      `The signature of “${words}” allows no new signature fields in this PDF, so adding ours would make it invalid. Have it signed where it was signed first, or upload the version from before.`,
    ),
    words,
  };
}

export function signatureUnsupported(name: string): PdfRefusal {
  const words = shownName(name);
  return {
    ...refusal(
      'pdf-signature-unsupported',
      `We can’t check the digital signature of “${words}” in this PDF, because we don’t support its format or algorithm, or its certificate is missing. Have it signed where it was signed first, or upload the version from before.`,
    ),
    words,
  };
}

/** No signature covers the last changes, so validators may reject the earlier signatures. */
export function changedAfterSigning(name: string): PdfRefusal {
  const words = shownName(name);
  return {
    ...refusal(
      'pdf-changed-after-signing',
      `This PDF was changed after “${words}” signed it, and no later signature covers the change. Ask for the file as it was signed.`,
    ),
    words,
  };
}

/** Content of a signed file that people could see differently and that cannot be removed. */
export type LiveContent = 'prints-differently' | 'reacts' | 'value-differs' | 'drawn-differently';

const liveSentences: Record<LiveContent, string> = {
  'prints-differently': 'contains notes or fields that appear only on the screen or only in print',
  reacts: 'contains notes or fields that show something else when someone points at them or clicks them',
  'value-differs': 'contains a form field whose value differs from what it shows',
  'drawn-differently': 'contains something that programs draw differently',
};

/** @param page 1-based page number */
export function signedAndLive(kind: LiveContent, page: number): PdfRefusal {
  const sentence = `Page ${page} of this signed PDF ${liveSentences[kind]}, so people could see different documents. We can’t remove it without making the signature invalid. Have it signed where it was signed first.`;
  return { ...refusal(`pdf-signed-${kind}`, sentence), page };
}

/** @param page 1-based number of the first page with a damaged picture */
export const pictureDamaged = (page: number): PdfRefusal => ({
  ...refusal(
    'pdf-picture-damaged',
    `A picture on page ${page} of this PDF is damaged, so programs show it differently or not at all. Print the file to PDF again, check that page and upload the new file.`,
  ),
  page,
});

/**
 * @param page 1-based number of the first page with content that programs read differently
 * @param token the token as written in the file, or its name
 */
export const malformedContent = (page: number, token: string): PdfRefusal => ({
  ...refusal(
    'pdf-malformed-content',
    `Page ${page} of this PDF contains “${printable(token)}”, which programs read differently, so people could see different documents. Print the file to PDF again, check that page and upload the new file.`,
  ),
  page,
  words: printable(token),
});

/** @param page 1-based number of the first page that would look different */
export const cannotBePreparedOn = (page: number): PdfRefusal => ({
  ...refusal(
    'pdf-cannot-be-prepared',
    `Page ${page} of this PDF couldn’t be prepared without changing how it looks. Print it to PDF again and upload the new file.`,
  ),
  page,
});

const printable = (token: string): string => token.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);

/**
 * @param shown 1-based page number, and the text that each of two programs shows there and the other does not
 */
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
      `Programs show page ${page} of this PDF differently: ${what}. Print the file to PDF again, check that page and upload the new file.`,
    ),
    page,
    words: one,
  };
}

/** @param page 1-based page number */
export const imitatesCertificate = (page: number): PdfRefusal =>
  refusal(
    'pdf-imitates-certificate',
    `Page ${page} of this PDF looks like the certificate that this service adds to signed documents, so readers could mistake it for the real one. Remove that page and upload the rest.`,
  );
