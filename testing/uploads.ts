import { existsSync, readdirSync } from 'node:fs';

/** Small hostile PDFs, stored outside the repository like the corpus. */
export const uploads = new URL('../../shared/cases/uploads/', import.meta.url);

export const uploadFiles = (): string[] =>
  existsSync(uploads)
    ? readdirSync(uploads)
        .filter((name) => name.endsWith('.pdf'))
        .sort()
    : [];
