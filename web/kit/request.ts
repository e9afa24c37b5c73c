import { fillIn, methodOf, type Address } from '#contract/paths.ts';
import { editorFrame, proofHere } from './frame.ts';
import type { Answer } from './post-with-progress.ts';

export type { Answer } from './post-with-progress.ts';

/** The server could not be reached, so it is unknown whether the request took effect. */
export class Unreachable extends Error {}

/** The parts of a request, as defined by its route. A body is sent as JSON, bytes are sent unchanged. */
export type Asked = { params?: object; query?: object; body?: unknown };

/**
 * Sends one request and returns the complete response, whatever its status. Rejects with Unreachable if there
 * was none, and with the DOMException of an abort by the caller.
 */
export async function ask(
  at: Address,
  parts: Asked = {},
  init: Pick<RequestInit, 'signal' | 'keepalive'> & { headers?: Record<string, string> } = {},
  send: typeof fetch = fetch,
): Promise<Answer> {
  const { body } = parts;
  const isFile = body instanceof Blob;
  const type = isFile ? body.type : 'application/json';
  try {
    const response = await send(fillIn(at, parts), {
      method: methodOf(at),
      credentials: editorFrame() ? 'omit' : 'same-origin',
      cache: 'no-store',
      ...init,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': type }),
        ...proofHere(),
        ...init.headers,
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    });
    const { ok, status, statusText, headers } = response;
    return { ok, status, statusText, headers, text: await response.text() };
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw new Unreachable('The server could not be reached.', { cause: error });
  }
}

/**
 * Sends a form with a file. `onProgress` receives the share that has left the browser, from 0 to 1; after 1
 * the server is still processing.
 */
export async function postForm(
  at: Address,
  parts: Omit<Asked, 'body'>,
  form: FormData,
  onProgress: (part: number) => void,
  { signal, headers }: { signal?: AbortSignal | undefined; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const call = {
    method: methodOf(at),
    address: fillIn(at, parts),
    headers: { accept: 'application/json', ...proofHere(), ...headers },
  };
  // Loaded with the first file: a page that sends none does not need it.
  const answer = await import('./post-with-progress.ts').then(
    ({ postWithProgress }) => postWithProgress(call, form, onProgress, signal),
    () => null,
  );
  if (answer === null) throw new Unreachable('The connection was lost while a file was sent.');
  return answer;
}
