import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

type Call = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

/**
 * A small third-party application whose users sign in a frame on its page. It sends a sample agreement to the
 * person entered, and requests the URL of their signing page. Alternatively, it requests the URL of the
 * editor, in which the user can send the draft. It does everything that a real application must do, and
 * nothing more.
 */
export async function serveDemo({
  countersign,
  key,
  port = 0,
}: {
  countersign: string;
  key: string;
  port?: number;
}): Promise<{ port: number; origin: string; begin: Begin; prepare: Begin; close(): Promise<void> }> {
  const page = await readFile(new URL('demo.html', import.meta.url), 'utf8');
  const begin = (person: Person) => requestSigningFrame(caller(countersign, key), person, origin);
  const prepare = (person: Person) => requestEditorFrame(caller(countersign, key), person, origin);
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page.replaceAll('COUNTERSIGN', countersign));
      return;
    }
    readJson(request)
      .then((person) => (request.url === '/prepare' ? prepare : begin)(person as Person))
      .catch((error: unknown) => ({ reason: String(error) }))
      .then((answer) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  const { port: taken } = server.address() as AddressInfo;
  const origin = `http://localhost:${taken}`;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: taken, origin, begin, prepare, close };
}

type Person = { name: string; email: string };
type Begin = (person: Person) => Promise<{ url: string; id: string }>;

/** Creates a draft for this person and returns the one-time URL of its editor. */
async function requestEditorFrame(
  call: Call,
  person: Person,
  origin: string,
): Promise<{ url: string; id: string }> {
  const { id } = await draft(call, person);
  const { url } = await call<{ url: string }>('POST', `/api/documents/${id}/embed`, { origin, send: true });
  return { url, id };
}

/** Does every step from a file to the frame: upload, recipient, field, send, and the one-time URL. */
async function requestSigningFrame(
  call: Call,
  person: Person,
  origin: string,
): Promise<{ url: string; id: string }> {
  const { id, recipientId } = await draft(call, person);
  await call('POST', `/api/documents/${id}/send`, {});
  const frame = `/api/documents/${id}/recipients/${recipientId}/embed`;
  const { url } = await call<{ url: string }>('POST', frame, { origin });
  return { url, id };
}

async function draft(call: Call, person: Person): Promise<{ id: string; recipientId: string }> {
  const form = new FormData();
  const sample = fileURLToPath(new URL('../../web/public/sample-employment-agreement.pdf', import.meta.url));
  form.append('file', new Blob([await readFile(sample)], { type: 'application/pdf' }), 'agreement.pdf');
  const { id } = await call<{ id: string }>('POST', '/api/documents/upload', form);
  const { recipients } = await call<{ recipients: { id: string }[] }>(
    'PUT',
    `/api/documents/${id}/recipients`,
    { recipients: [{ ...person, role: 'signer' }] },
  );
  const recipientId = recipients[0]!.id;
  const place = { page: 1, x: 72, y: 90, width: 180, height: 40 };
  await call('PUT', `/api/documents/${id}/fields`, {
    fields: [{ ...place, type: 'signature', recipientId }],
  });
  return { id, recipientId };
}

function caller(countersign: string, key: string): Call {
  return async <Answer>(method: string, path: string, body?: unknown) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(countersign + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Answer;
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}
