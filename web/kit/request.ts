import { fillIn } from '#contract/address.ts';
import { methodOf } from '#contract/paths.ts';
import type { Known } from '#contract/routes.ts';
import { editorFrame, proofHere } from './frame.ts';

/** The server could not be reached: no network, or nobody there. Nothing is known of what was asked. */
export class Unreachable extends Error {}

/** The parts of a call, as its row of the table says. A body is sent as JSON; a file of bytes as it is. */
export type Asked = { params?: object; query?: object; body?: unknown };
export type Answer = { ok: boolean; status: number; statusText: string; headers: Headers; text: string };

/**
 * One call of the table with its whole answer, whatever that says. Rejects with Unreachable where none came, and with
 * the DOMException of whoever called it off.
 */
export async function ask(
  at: Known,
  asked: Asked = {},
  init: Pick<RequestInit, 'signal' | 'keepalive'> & { headers?: Record<string, string> } = {},
  send: typeof fetch = fetch,
): Promise<Answer> {
  const { body } = asked;
  const isFile = body instanceof Blob;
  const type = isFile ? body.type : 'application/json';
  try {
    const response = await send(fillIn(at, asked), {
      ...{ method: methodOf(at), credentials: editorFrame() ? 'omit' : 'same-origin', cache: 'no-store' },
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
 * Sends a form with a file. `onProgress` hears how much has left the browser, from 0 to 1; after 1 the server is
 * still at work. fetch cannot tell this, so XMLHttpRequest does the work.
 */
export function askWithForm(
  at: Known,
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
