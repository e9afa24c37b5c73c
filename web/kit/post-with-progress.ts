export type Answer = { ok: boolean; status: number; statusText: string; headers: Headers; text: string };

type Call = { method: string; address: string; headers: Record<string, string> };

/**
 * Resolves to null if there was no response. Rejects with a DOMException if the caller aborts. Uses
 * XMLHttpRequest, because fetch has no upload progress.
 */
export function postWithProgress(
  { method, address, headers }: Call,
  form: FormData,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const call = new XMLHttpRequest();
    signal?.addEventListener('abort', () => call.abort());
    call.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    call.open(method, address);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    call.upload.onload = () => onProgress(1);
    call.onload = () => {
      const { status, statusText, responseText: text } = call;
      resolve({ ok: status >= 200 && status < 300, status, statusText, headers: headersOf(call), text });
    };
    call.onerror = () => resolve(null);
    call.send(form);
  });
}

function headersOf(call: XMLHttpRequest): Headers {
  const lines = call.getAllResponseHeaders().split('\r\n').filter(Boolean);
  return new Headers(
    lines.map((line): [string, string] => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 1)]),
  );
}
