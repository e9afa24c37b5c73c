import type { DocumentDetail } from '#contract/documents.ts';
import { forgetLists } from './documents.ts';
import { sendForm } from './send-form.ts';

export type Uploading = { file: File; title: string };

/** Sends the file with its title. `onProgress` as in sendForm. */
export async function uploadDocument(
  { file, title }: Uploading,
  onProgress: (part: number) => void,
): Promise<DocumentDetail> {
  const form = new FormData();
  form.set('title', title);
  form.set('file', file);
  const created = await sendForm<DocumentDetail>('POST', '/api/documents/upload', form, onProgress);
  await forgetLists();
  return created;
}
