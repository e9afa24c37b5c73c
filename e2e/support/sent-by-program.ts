import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { expect, type APIRequestContext } from '@playwright/test';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openMail, sentSoFar } from './outbox.ts';

type Person = { name: string; email: string; order?: number; passkey?: 'offered' | 'required' };

/**
 * Timeout in milliseconds. On a new server the first file has to wait for its PDF engine, which starts slowly
 * on a busy machine.
 */
const patience = 60_000;

/** Sends a one-page document with one signature field each through the API, as a program would. */
export async function sendByProgram(
  request: APIRequestContext,
  dataDir: string,
  {
    title,
    people,
    body = {},
    fields = [],
    pages = 1,
    file,
  }: {
    title: string;
    people: Person[];
    body?: Record<string, unknown>;
    fields?: Record<string, unknown>[];
    pages?: number;
    /** Sends these pages instead of a lease. */
    file?: Uint8Array;
  },
): Promise<{ id: string; linkOf: (email: string) => Promise<string> }> {
  const id = await draftByProgram(request, title, people, fields, file ?? sampleLease(pages));
  const before = await sentSoFar(dataDir).catch(() => new Set<string>());
  await ok(request.post(`/api/documents/${id}/send`, { data: body, timeout: patience }));
  return { id, linkOf: async (email) => (await openMail(dataDir, email, title, before)).link };
}

export async function draftByProgram(
  request: APIRequestContext,
  title: string,
  people: Person[] = [],
  /** Additional fields of the first person, besides each recipient's signature. */
  more: Record<string, unknown>[] = [],
  file = sampleLease(1),
): Promise<string> {
  const uploaded = await ok<{ id: string }>(
    request.post('/api/documents/upload', {
      data: multipartBody([{ name: 'lease.pdf', bytes: file }], { title }),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      timeout: patience,
    }),
  );
  if (people.length === 0) return uploaded.id;
  const path = `/api/documents/${uploaded.id}`;
  const { recipients } = await ok<{ recipients: { id: string }[] }>(
    request.put(`${path}/recipients`, { data: people }),
  );
  const fields = recipients.map((recipient, index) => ({
    type: 'signature',
    page: 1,
    x: 80,
    y: 160 + index * 90,
    width: 200,
    height: 50,
    recipientId: recipient.id,
  }));
  const others = more.map((field, index) => ({
    page: 1,
    x: 320,
    y: 160 + index * 60,
    width: 160,
    height: 30,
    ...field,
    recipientId: recipients[0]!.id,
  }));
  await ok(request.put(`${path}/fields`, { data: [...fields, ...others] }));
  return uploaded.id;
}

/**
 * Signs behind a link as its recipient, with the same requests as the page. `more` is added to the body of
 * the signature request.
 */
export async function signByProgram(
  request: APIRequestContext,
  link: string,
  name: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const path = `/api${new URL(link).pathname}`;
  const { disclosure } = await ok<CeremonyAnswer>(request.get(path));
  await request.get(`${path}/file`);
  await ok(request.post(`${path}/opened`));
  const { version: disclosureVersion, language: locale } = disclosure;
  const agreed = { consent: true, disclosureVersion, locale };
  await ok(request.post(path, { data: { signatureText: name, initialsText: 'X', ...agreed, ...more } }));
}

async function ok<Answer>(call: ReturnType<APIRequestContext['get']>): Promise<Answer> {
  const answer = await call;
  const text = await answer.text();
  expect(answer.ok(), `${answer.status()} ${text}`).toBe(true);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}
