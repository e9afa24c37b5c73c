import type { ceremonyPaths } from '#contract/paths.ts';
import type { AnswerOf } from '#contract/routes.ts';
import { offline, read, type Outcome } from '../outcome.ts';

type Answer = AnswerOf<typeof ceremonyPaths.attachFile>;

/** Hands a file in. fetch cannot tell how much has left the browser, so XMLHttpRequest does the work. */
export function sendFile(
  path: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<Outcome<Answer>> {
  const form = new FormData();
  form.append('file', file);
  return new Promise((resolve) => {
    const call = new XMLHttpRequest();
    call.open('POST', path);
    call.setRequestHeader('accept', 'application/json');
    call.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    call.onload = () => resolve(read<Answer>(call.status, call.responseText));
    call.onerror = () => resolve(offline);
    call.send(form);
  });
}
