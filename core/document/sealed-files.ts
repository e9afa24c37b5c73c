import { canonicalJson } from '../trail/canonical.ts';
import { agreedFiles, withFirstPages, type DocumentFile } from './files.ts';

/** One of a document's files, or the certificate, sealed as a separate PDF. `size` is in bytes. */
export type SealedFile = { id: string; sha256: string; size: number };

/** A file of the agreement with its 1-based position among the files of the document. */
export type NumberedFile = {
  documentId: string;
  number: number;
  of: number;
  file: ReturnType<typeof agreedFiles>[number];
};

/**
 * Returns the text whose SHA-256 commits to a file and its position in the document. Other files print this
 * hash, so the salt must not allow anyone to confirm a guessed title or content (docs/evidence.md).
 */
export function fileCommitment({ documentId, number, of, file }: NumberedFile, salt: string): string {
  return canonicalJson({ salt, documentId, number, of, file });
}

/**
 * Returns the text whose SHA-256 is the salt of one file. Anyone who has the whole document can compute the
 * salts of all files, but the salt of one file does not reveal the others.
 */
export function saltText(agreementSalt: string, number: number): string {
  return `countersign-file:${number}:${agreementSalt}`;
}

/** Returns the files of a document with their numbers. */
export function numberedFiles(documentId: string, files: readonly DocumentFile[]): NumberedFile[] {
  return agreedFiles(files).map((file, index) => ({ documentId, number: index + 1, of: files.length, file }));
}

/** Returns the fields on the pages of one file, with page numbers of that file. */
export function fieldsOfFile<F extends { page: number }>(
  fields: readonly F[],
  files: readonly { id: string; pages: number }[],
  id: string,
): F[] {
  const file = withFirstPages(files).find((one) => one.id === id);
  if (!file) return [];
  return fields
    .filter(({ page }) => page >= file.firstPage && page < file.firstPage + file.pages)
    .map((field) => ({ ...field, page: field.page - file.firstPage + 1 }));
}

/** Id of the certificate among the separately sealed files. */
export const CERTIFICATE = 'certificate';

/** Returns the ids of the separately sealed files, in order. */
export function separateIds({
  files,
  separateFiles = false,
  separateCertificate = false,
  signedBefore,
}: {
  files?: readonly { id: string }[] | null | undefined;
  separateFiles?: boolean | undefined;
  separateCertificate?: boolean | undefined;
  /** The certificate of a countersigned file is always separate from its pages. */
  signedBefore: boolean;
}): string[] {
  const several = separateFiles && files && files.length > 1 ? files : [];
  return [...several.map(({ id }) => id), ...(separateCertificate && !signedBefore ? [CERTIFICATE] : [])];
}
