import type { DocumentDetail } from '#contract/documents.ts';
import { RequestError, sessionEnded } from './request.ts';
import { forgetLists } from './documents.ts';

export type Uploading = { file: File; title: string };

/**
 * Sends the file with its title. `onProgress` hears how much has left the browser, from 0 to 1; after 1 the
 * server is still preparing the pages. fetch cannot tell this, so XMLHttpRequest does the work.
 */
export async function uploadDocument(
  { file, title }: Uploading,
  onProgress: (part: number) => void,
): Promise<DocumentDetail> {
  const form = new FormData();
  form.set('title', title);
  form.set('file', file);
  const { status, statusText, body } = await post('/api/documents/upload', form, onProgress);
  if (status === 401) sessionEnded();
  if (status < 200 || status > 299) throw new RequestError(status, statusText, body);
  await forgetLists();
  return JSON.parse(body) as DocumentDetail;
}

type Answer = { status: number; statusText: string; body: string };

function post(path: string, form: FormData, onProgress: (part: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', path);
    call.withCredentials = true;
    call.setRequestHeader('accept', 'application/json');
    call.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    call.upload.onload = () => onProgress(1);
    call.onload = () =>
      resolve({ status: call.status, statusText: call.statusText, body: call.responseText });
    call.onerror = () => reject(new Error('The connection was lost. Nothing was uploaded; try again.'));
    call.send(form);
  });
}
