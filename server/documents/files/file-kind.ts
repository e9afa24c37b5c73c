import { refuse, type Refusal } from '#core/refusal.ts';
import { refuseUpload } from '#core/upload-refusal.ts';
import type { PictureKind } from '#pdf/pictures/picture-to-pdf.ts';

export type FileKind = 'pdf' | 'docx' | 'html' | 'markdown' | PictureKind;

const zipStart = [0x50, 0x4b, 0x03, 0x04];
const compoundStart = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const pdfStart = [0x25, 0x50, 0x44, 0x46, 0x2d];
const pictureStarts: Record<PictureKind, readonly number[]> = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  tiff: [0x49, 0x49, 0x2a, 0x00],
};
const tiffBigEndian = [0x4d, 0x4d, 0x00, 0x2a];

/** Viewers search the first kilobyte for `%PDF-`, because some programs write a few bytes before it. */
const headerWindow = 1024;

/**
 * Returns the type of a file by its name and its bytes, which must agree (S-21). The declared media type is
 * ignored, because browsers guess it from the name.
 */
export function fileKind(fileName: string, bytes: Uint8Array): FileKind | Refusal {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  switch (extension) {
    case 'pdf':
      return isPdf(bytes) ? 'pdf' : namedWrongly('pdf');
    case 'docx':
      if (startsWith(bytes, zipStart)) return 'docx';
      return startsWith(bytes, compoundStart)
        ? refuseUpload(
            'word-locked',
            'This Word file has a password or an old format. Save it as .docx without a password and upload it again.',
          )
        : namedWrongly('docx');
    case 'png':
    case 'jpg':
    case 'jpeg':
    case 'jfif':
    case 'tif':
    case 'tiff': {
      // Pictures often have the wrong extension, so any picture format is accepted under any picture
      // extension.
      const kind = pictureKind(bytes);
      if (kind) return kind;
      return isHeic(bytes) ? heic : namedWrongly(extension);
    }
    case 'heic':
    case 'heif':
    case 'hif':
      return pictureKind(bytes) ?? (isHeic(bytes) ? heic : namedWrongly(extension));
    // Any text is valid Markdown, and parsing HTML never fails. The converter gets a cleaned version of both.
    case 'html':
    case 'htm':
      return 'html';
    case 'md':
    case 'markdown':
      return 'markdown';
    case 'docm':
    case 'dotm':
      return refuse(
        'upload-wrong-type',
        `File type must be ${accepted}. Word files with macros are not accepted; save it as .docx without macros.`,
      );
    default:
      return refuse('upload-wrong-type', `File type must be ${accepted} (.pdf, .docx, .png, .jpg, .tif).`);
  }
}

const accepted = 'PDF, DOCX, PNG, JPG or TIFF';

function namedWrongly(extension: string): Refusal {
  return refuse(
    'upload-wrong-type',
    `File type must be ${accepted}. This file is named .${extension} but contains something else.`,
  );
}

const heic = refuseUpload(
  'picture-heic',
  'HEIC pictures can’t be read here. Save the picture as JPEG and upload that; most phones and computers do so when you export or share it.',
);

function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  if (startsWith(bytes, tiffBigEndian)) return 'tiff';
  const kinds = Object.keys(pictureStarts) as PictureKind[];
  return kinds.find((kind) => startsWith(bytes, pictureStarts[kind]));
}

/** Returns true for the brand of a HEIC file (ISO/IEC 23008-12, 10.2). */
function isHeic(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1');
  return /^....ftyp(hei[cxms]|hev[cxms]|mif1|msf1|avif|avis)/s.test(head);
}

/**
 * Returns a name for a file without one, such as raw bytes sent by a program (browsers and Node.js call it
 * `blob`, XHR standard §FormData). The bytes alone determine it; undefined if their type is not supported.
 */
export function nameByBytes(fileName: string, bytes: Uint8Array): string | undefined {
  if (fileName !== '' && fileName !== 'blob') return undefined;
  if (isPdf(bytes)) return 'Document.pdf';
  if (startsWith(bytes, zipStart)) return 'Document.docx';
  const picture = pictureKind(bytes);
  return picture && `Document.${picture}`;
}

function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWindow));
  return head.includes(Buffer.from(pdfStart)) && !startsWith(bytes, zipStart);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
