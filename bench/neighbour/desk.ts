import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { outboxOf } from '#testing/confirm-address.ts';
import { outboxMails } from '#testing/crash/outbox-mails.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { signUp, type AccountHolder } from '#testing/sign-up.ts';

/** A sent document, and the path of its signer's link */
export type Sent = { id: string; path: string };

/** Opens an account that sends documents, each with a signature and a text field for a different signer. */
export async function openDesk(baseUrl: string, dataDir: string, person: AccountHolder) {
  const cookie = await signUp(baseUrl, person, { mailbox: outboxOf(dataDir) });
  const mails = outboxMails(dataDir);
  let people = 0;

  const ask = async <T>(path: string, init: RequestInit): Promise<T> => {
    const headers = { cookie, 'content-type': 'application/json', ...(init.headers as object) };
    const answer = await fetch(new URL(path, baseUrl), { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };

  const upload = async (bytes: Uint8Array): Promise<string> => {
    const { id } = await ask<DocumentDetail>('/api/documents/upload', {
      method: 'POST',
      body: new Uint8Array(multipartBody([{ name: 'lease.pdf', bytes }])),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    return id;
  };

  /** Returns the address of the signer. */
  const prepare = async (id: string): Promise<string> => {
    const email = `grace.${(people += 1)}@harbour.example`;
    const { recipients } = await ask<{ recipients: { id: string }[] }>(`/api/documents/${id}/recipients`, {
      method: 'PUT',
      body: JSON.stringify([{ email, name: 'Grace Lindqvist', role: 'signer' }]),
    });
    const box = { page: 1, x: 40, width: 220, height: 40, recipientId: recipients[0]!.id };
    await ask(`/api/documents/${id}/fields`, {
      method: 'PUT',
      body: JSON.stringify([
        { ...box, type: 'signature', y: 640 },
        { ...box, type: 'text', y: 720 },
      ]),
    });
    return email;
  };

  const send = async (id: string): Promise<Sent> => {
    const email = await prepare(id);
    await ask(`/api/documents/${id}/send`, { method: 'POST', body: '{}' });
    for (;;) {
      const mail = (await mails()).find(({ to, token }) => to === email && token !== undefined);
      if (mail?.token) return { id, path: `/api/sign/${mail.token}` };
      await pause(100);
    }
  };

  return {
    cookie,
    /** Returns the id of the draft. */
    upload,
    /** Adds a signer and fields to a draft. */
    prepare,
    /** Sends a draft to a different signer each time. */
    sendDraft: send,
    /** Sends this many documents, one after the other. */
    async send(count: number): Promise<Sent[]> {
      const sent: Sent[] = [];
      for (let at = 0; at < count; at += 1) sent.push(await send(await upload(sampleLease(2))));
      return sent;
    },
  };
}
