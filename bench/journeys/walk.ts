import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { OutboxMail } from '#testing/crash/outbox-mails.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';

export type World = {
  baseUrl: string;
  cookie: string;
  mails(): Promise<OutboxMail[]>;
  /** Sends the requests instead, if several servers are used. */
  ask?: (path: string, init: RequestInit) => Promise<Response>;
};

/** A completed document, and the hash of the file that its sender downloaded. */
export type Walked = { id: string; sealedSha256: string };

/** A file, and whether its two signers each have a signature field or only give their consent. */
export type Load = { name: string; bytes: Uint8Array; fields: boolean };

/**
 * Takes one document from its upload to the sender's download of the sealed file. Its two signers are invited
 * by email one after the other and send the same requests as their pages.
 */
export async function walk(world: World, load: Load, number: number): Promise<Walked> {
  const ask = asker(world);
  const emails = [`grace.${number}@harbour.example`, `linus.${number}@okafor.example`];
  const { id } = await ask.json<DocumentDetail>('/api/documents/upload', {
    method: 'POST',
    body: new Uint8Array(multipartBody([{ name: 'lease.pdf', bytes: load.bytes }])),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const named = await ask.json<{ recipients: { id: string }[] }>(
    `/api/documents/${id}/recipients`,
    json('PUT', [
      { email: emails[0], name: 'Grace Lindqvist', role: 'signer' },
      { email: emails[1], name: 'Linus Okafor', role: 'signer' },
    ]),
  );
  if (load.fields) {
    const fields = named.recipients.map((recipient, at) => ({
      type: 'signature',
      page: 1,
      x: 40,
      y: 40 + at * 60,
      width: 180,
      height: 44,
      recipientId: recipient.id,
    }));
    await ask.json(`/api/documents/${id}/fields`, json('PUT', fields));
  }
  await ask.json(`/api/documents/${id}/send`, json('POST', {}));
  for (const email of emails) await sign(ask, await invitation(world, email));
  for (;;) {
    const { status } = await ask.json<DocumentDetail>(`/api/documents/${id}`);
    if (status === 'completed') break;
    await pause(50);
  }
  const sealed = await ask.bytes(`/api/documents/${id}/download`);
  return { id, sealedSha256: createHash('sha256').update(sealed).digest('hex') };
}

async function sign(ask: ReturnType<typeof asker>, token: string): Promise<void> {
  const path = `/api/sign/${token}`;
  const { recipient, disclosure } = await ask.json<CeremonyAnswer>(path);
  await ask.bytes(`${path}/file`);
  await ask.bytes(`${path}/opened`, { method: 'POST' });
  await ask.bytes(
    path,
    json('POST', {
      signatureText: recipient.name,
      consent: true,
      disclosureVersion: disclosure.version,
      locale: disclosure.language,
      fields: [],
    }),
  );
}

async function invitation({ mails }: World, email: string): Promise<string> {
  for (;;) {
    const mail = (await mails()).find(({ to, token }) => to === email && token !== undefined);
    if (mail?.token !== undefined) return mail.token;
    await pause(25);
  }
}

function asker({ baseUrl, cookie, ask = (path, init) => fetch(new URL(path, baseUrl), init) }: World) {
  const bytes = async (path: string, init: RequestInit = {}): Promise<Uint8Array> => {
    const headers: Record<string, string> = path.startsWith('/api/sign/') ? {} : { cookie };
    const answer = await ask(path, { ...init, headers: { ...headers, ...(init.headers as object) } });
    if (!answer.ok) throw new Error(`${path.slice(0, 20)}…: ${answer.status} ${await answer.text()}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  return {
    bytes,
    json: async <T>(path: string, init?: RequestInit): Promise<T> =>
      JSON.parse(new TextDecoder().decode(await bytes(path, init))) as T,
  };
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
