import { fillIn } from '#contract/address.ts';
import { methodOf } from '#contract/paths.ts';
import type { AnswerOf, Filled, Known } from '#contract/routes.ts';
import { RequestError, sessionEnded, Unreachable } from './request.ts';

/**
 * Sends a form with a file. `onProgress` hears how much has left the browser, from 0 to 1; after 1 the server is
 * still preparing the pages. fetch cannot tell this, so XMLHttpRequest does the work.
 */
export async function sendForm<At extends Known>(
  at: At,
  filled: Filled<At>,
  form: FormData,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<AnswerOf<At>> {
  const path = fillIn(at, filled as object);
  const { status, statusText, body } = await send(methodOf(at), path, form, onProgress, signal);
  if (status === 401) sessionEnded();
  if (status < 200 || status > 299) throw new RequestError(status, statusText, body);
  const answer: AnswerOf<At> = JSON.parse(body);
  return answer;
}

type Answer = { status: number; statusText: string; body: string };

function send(
  method: string,
  path: string,
  form: FormData,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    signal?.addEventListener('abort', () => call.abort());
    call.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    call.open(method, path);
    call.withCredentials = true;
    call.setRequestHeader('accept', 'application/json');
    call.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    call.upload.onload = () => onProgress(1);
    call.onload = () =>
      resolve({ status: call.status, statusText: call.statusText, body: call.responseText });
    call.onerror = () => reject(new Unreachable('The connection was lost while a file was sent.'));
    call.send(form);
  });
}
