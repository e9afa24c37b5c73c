import type { DocumentDetail } from '#contract/documents/documents.ts';
import { documentPaths } from '#contract/paths.ts';
import { invalidateLists } from '../documents.ts';
import { sendForm } from './send-form.ts';

/** `folderId` is the target folder; the top level if absent. */
export type Uploading = { file: File; title: string; folderId?: string | null };

/** Sends the file with its title. `onProgress` as in sendForm. */
export async function uploadDocument(
  { file, title, folderId }: Uploading,
  onProgress: (part: number) => void,
): Promise<DocumentDetail> {
  const parts = { title, ...(folderId && { folderId }), file };
  const created = await sendForm(documentPaths.uploadDocument, {}, parts, onProgress);
  await invalidateLists();
  return created;
}
