import type { FieldView } from '#contract/documents.ts';

/** Everything that the server has acknowledged (2xx) of one document: all of it has to stay true. */
export type Entry = {
  /** Of the account that the document belongs to. */
  cookie: string;
  owner: string;
  /** Its own: mails about it are known by it. */
  title: string;
  emails: [string, string];
  id?: string;
  baseSha256?: string;
  fields?: Pick<FieldView, 'type' | 'page' | 'x' | 'y' | 'width' | 'height'>[];
  sent?: true;
  signed: [boolean, boolean];
  sealedSha256?: string;
};

export type Ledger = { entries: Entry[]; acknowledged: number };

export const newLedger = (): Ledger => ({ entries: [], acknowledged: 0 });

/** The server died, or is not up yet: nothing is known of what was asked. */
export class ServerGone extends Error {}

/** `askedAt` in ms UTC: on a busy machine an answer may come long after the fault that it tells of. */
export type Answer = { status: number; bytes: Buffer; askedAt: number };

/** Asks once; an answer that does not come whole is none. */
export async function askServer(baseUrl: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const askedAt = Date.now();
  try {
    const answer = await fetch(new URL(path, baseUrl), { ...init, redirect: 'manual' });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), askedAt };
  } catch (error) {
    throw new ServerGone(path, { cause: error });
  }
}

export const parsed = <T>(bytes: Buffer): T => JSON.parse(bytes.toString('utf8')) as T;
