import type { DocxConverter } from '../ports/docx-converter.ts';
import type { FileScanner } from '../ports/file-scanner.ts';
import type { UploadTurns } from './files/upload-turns.ts';
import type { SendingDeps } from './sending/deps.ts';

export type DocumentsDeps = SendingDeps & {
  docx: DocxConverter;
  scanner: FileScanner;
  uploads: UploadTurns;
  signedUploads: 'refuse' | 'append';
  /** Encrypts the values that recipients have entered but not yet signed. */
  draftKey: Uint8Array;
};
