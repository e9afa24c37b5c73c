import { fillIn, methodOf, type Address } from '#contract/paths.ts';
import { editorFrame, proofHere } from './frame.ts';

/** The server could not be reached, so it is unknown whether the request took effect. */
export class Unreachable extends Error {}

/** The parts of a request, as defined by its route. A body is sent as JSON, bytes are sent unchanged. */
export type Asked = { params?: object; query?: object; body?: unknown };
export type Answer = { ok: boolean; status: number; statusText: string; headers: Headers; text: string };

/**
 * Sends one request and returns the complete response, whatever its status. Rejects with Unreachable if there
 * was none, and with the DOMException of an abort by the caller.
 */
export async function ask(
  at: Address,
  asked: Asked = {},
  init: Pick<RequestInit, 'signal' | 'keepalive'> & { headers?: Record<string, string> } = {},
  send: typeof fetch = fetch,
): Promise<Answer> {
  const { body } = asked;
  const isFile = body instanceof Blob;
  const type = isFile ? body.type : 'application/json';
  try {
    const response = await send(fillIn(at, asked), {
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
 * the server is still processing. Uses XMLHttpRequest, because fetch has no upload progress.
 */
export function postForm(
  at: Address,
  asked: Omit<Asked, 'body'>,
  form: FormData,
  onProgress: (part: number) => void,
  { signal, headers = {} }: { signal?: AbortSignal | undefined; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    signal?.addEventListener('abort', () => call.abort());
    call.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    call.open(methodOf(at), fillIn(at, asked));
    for (const [name, value] of Object.entries({ accept: 'application/json', ...proofHere(), ...headers }))
      call.setRequestHeader(name, value);
    call.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    call.upload.onload = () => onProgress(1);
    call.onload = () => {
      const { status, statusText, responseText: text } = call;
      resolve({ ok: status >= 200 && status < 300, status, statusText, headers: headersOf(call), text });
    };
    call.onerror = () => reject(new Unreachable('The connection was lost while a file was sent.'));
    call.send(form);
  });
}

function headersOf(call: XMLHttpRequest): Headers {
  const lines = call.getAllResponseHeaders().split('\r\n').filter(Boolean);
  return new Headers(
    lines.map((line): [string, string] => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 1)]),
  );
}
