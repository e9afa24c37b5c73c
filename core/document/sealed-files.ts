import { canonicalJson } from '../trail/canonical.ts';
import { agreedFiles, withFirstPages, type DocumentFile } from './files.ts';

/** A file of a document, or its certificate, sealed as a separate PDF. `size` in bytes. */
export type SealedFile = { id: string; sha256: string; size: number };

/** An agreed file with its place in a document of several. `number` starts at 1. */
export type NumberedFile = {
  documentId: string;
  number: number;
  of: number;
  file: ReturnType<typeof agreedFiles>[number];
};

/**
 * Returns the text whose SHA-256 commits to a file and its place among the files of a document. The hash is printed with the
 * other files, so its salt must not let anyone confirm a guessed title or content (docs/evidence.md).
 */
export function fileCommitment({ documentId, number, of, file }: NumberedFile, salt: string): string {
  return canonicalJson({ salt, documentId, number, of, file });
}

/**
 * Returns the text whose SHA-256 is the salt of one file. Everyone with the whole document can compute the salts
 * of all files, and the salt of one file reveals none of the others.
 */
export function saltText(agreementSalt: string, number: number): string {
  return `countersign-file:${number}:${agreementSalt}`;
}

/** Returns the files of a document, numbered. */
export function numberedFiles(documentId: string, files: readonly DocumentFile[]): NumberedFile[] {
  return agreedFiles(files).map((file, index) => ({ documentId, number: index + 1, of: files.length, file }));
}

/** Returns the fields on the pages of one file, with pages that count in it. */
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

/** The id of the certificate among the separately sealed files. */
export const CERTIFICATE = 'certificate';

/** Returns the ids of the files that are sealed separately, in their order. */
export function separateIds({
  files,
  separateFiles = false,
  separateCertificate = false,
  signedBefore,
}: {
  files?: readonly { id: string }[] | null | undefined;
  separateFiles?: boolean | undefined;
  separateCertificate?: boolean | undefined;
  /** The certificate of a countersigned file is always apart from its pages. */
  signedBefore: boolean;
}): string[] {
  const several = separateFiles && files && files.length > 1 ? files : [];
  return [...several.map(({ id }) => id), ...(separateCertificate && !signedBefore ? [CERTIFICATE] : [])];
}
