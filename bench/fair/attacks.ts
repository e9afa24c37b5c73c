import { setTimeout as pause } from 'node:timers/promises';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { slowPdf } from '#testing/documents/slow-files.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import type { openDesk } from '../neighbour/desk.ts';

/** A flood of endless concurrent requests by one account, or without an account. */
export type Attack = { name: string; atOnce: number; path: string; init: Init };
type Init = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> };

type Desk = Awaited<ReturnType<typeof openDesk>>;

const year = 'from=2026-01-01&to=2027-01-01';

/** Returns all attacks by which one account can slow down others, with the data they need. */
export async function prepareAttacks(baseUrl: string, mallory: Desk): Promise<Attack[]> {
  const own = { cookie: mallory.cookie };
  const json = (body: unknown): Init & { headers: Record<string, string> } => ({
    method: 'POST',
    headers: { ...own, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const commas = JSON.stringify({ csv: `Email${','.repeat(1_990_000)}` });
  const pdf = slowPdf();
  const slow = new Uint8Array(multipartBody([{ name: 'slow.pdf', bytes: pdf }]));
  const toVerify = new Uint8Array(pdf);
  const [link] = await mallory.send(1);
  const form = await openForm(baseUrl, mallory);
  return [
    {
      name: 'CSV of two million commas',
      atOnce: 6,
      path: '/api/contacts/import/preview',
      init: { ...json({}), body: commas },
    },
    {
      name: 'search',
      atOnce: 20,
      path: '/api/documents?limit=100&q=contract',
      init: { headers: own },
    },
    {
      name: 'slow uploads',
      atOnce: 4,
      path: '/api/documents/upload',
      init: {
        method: 'POST',
        body: slow,
        headers: { ...own, 'content-type': `multipart/form-data; boundary=${boundary}` },
      },
    },
    {
      name: 'reports as PDF',
      atOnce: 10,
      path: `/api/reports/audit?format=pdf&${year}`,
      init: { headers: own },
    },
    { name: 'exports', atOnce: 20, path: '/api/account/exports', init: json({}) },
    {
      name: 'files to verify',
      atOnce: 8,
      path: '/api/verify',
      init: { method: 'POST', body: toVerify, headers: { 'content-type': 'application/pdf' } },
    },
    {
      name: 'a public form',
      atOnce: 20,
      path: form,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: baseUrl },
        body: new URLSearchParams({ name: 'Linus Okafor', email: 'linus@okafor.example' }).toString(),
      },
    },
    { name: 'pages of a public form', atOnce: 20, path: `${form}/pages/1`, init: {} },
    {
      name: 'malformed calls of a signing link',
      atOnce: 20,
      path: `${link!.path}/check`,
      init: { ...json({ fields: 'none' }), headers: { 'content-type': 'application/json' } },
    },
  ];
}

/** Returns the URL of a public form of this account. */
async function openForm(baseUrl: string, { cookie, upload, prepare }: Desk): Promise<string> {
  const ask = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const answer = await fetch(new URL(path, baseUrl), {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const documentId = await upload(sampleLease(1));
  await prepare(documentId);
  const words = { documentId, name: 'Berth', description: 'A berth for a year', category: 'Legal' };
  const template = await ask<{ id: string; roles: { id: string }[] }>('POST', '/api/templates', words);
  const form = await ask<{ url: string }>('PUT', `/api/templates/${template.id}/form`, {
    on: true,
    visitorRole: template.roles[0]!.id,
  });
  return new URL(form.url).pathname;
}

export type Answers = Map<number, number>;

/** Runs an attack until aborted. Returns the number of responses by status. */
export async function attackUntil(
  signal: AbortSignal,
  baseUrl: string,
  { atOnce, path, init }: Attack,
): Promise<Answers> {
  const answers: Answers = new Map();
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const answer = await fetch(new URL(path, baseUrl), { ...init, signal });
        await answer.arrayBuffer();
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
        // Simulates a client that ignores Retry-After, but still leaves CPU time to the server.
        if (answer.status === 429) await pause(20, undefined, { signal });
      } catch {
        // The request was aborted, or an overloaded server refused it. It is retried.
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return answers;
}
