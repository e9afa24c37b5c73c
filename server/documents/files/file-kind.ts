import { refuse, type Refusal } from '#core/refusal.ts';
import { refuseUpload } from '#core/upload-refusal.ts';

export type FileKind = 'pdf' | 'docx' | 'html' | 'markdown';

const zipStart = [0x50, 0x4b, 0x03, 0x04];
const compoundStart = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const pdfStart = [0x25, 0x50, 0x44, 0x46, 0x2d];

/** Some programs write a few bytes before `%PDF-`. Viewers search the first kilobyte for it. */
const headerWindow = 1024;

/**
 * The type of a file by its name and its bytes, which must agree (S-21). The declared media type is ignored,
 * because browsers guess it from the name.
 */
export function fileKind(fileName: string, bytes: Uint8Array): FileKind | Refusal {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  switch (extension) {
    case 'pdf':
      return isPdf(bytes)
        ? 'pdf'
        : refuse(
            'upload-wrong-type',
            'File type must be PDF or DOCX. This file is named .pdf but contains something else.',
          );
    case 'docx':
      if (startsWith(bytes, zipStart)) return 'docx';
      return startsWith(bytes, compoundStart)
        ? refuseUpload(
            'word-locked',
            'This Word file has a password or an old format. Save it as .docx without a password and upload it again.',
          )
        : refuse(
            'upload-wrong-type',
            'File type must be PDF or DOCX. This file is named .docx but contains something else.',
          );
    // Any text is Markdown, and parsing HTML never fails. The converter reads neither as it is.
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
        'File type must be PDF or DOCX. Word files with macros are not accepted; save it as .docx without macros.',
      );
    default:
      return refuse('upload-wrong-type', 'File type must be PDF or DOCX (.pdf, .docx).');
  }
}

/**
 * A name for a file without one, such as raw bytes sent by a program (browsers and Node.js call it `blob`,
 * XHR standard §FormData). Chosen by the bytes alone; undefined if they are of no supported type.
 */
export function nameByBytes(fileName: string, bytes: Uint8Array): string | undefined {
  if (fileName !== '' && fileName !== 'blob') return undefined;
  if (isPdf(bytes)) return 'Document.pdf';
  return startsWith(bytes, zipStart) ? 'Document.docx' : undefined;
}

function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWindow));
  return head.includes(Buffer.from(pdfStart)) && !startsWith(bytes, zipStart);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
