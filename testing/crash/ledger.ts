import type { FieldView } from '#contract/documents/documents.ts';

/**
 * Everything about one document that the server has acknowledged with a 2xx response. All of it must remain
 * true.
 */
export type Entry = {
  /** Session cookie of the document's account. */
  cookie: string;
  owner: string;
  /** Unique, because it identifies the document's emails. */
  title: string;
  emails: [string, string];
  /** Number of files besides the lease. If there are any, each file is also sealed as a separate PDF. */
  moreFiles: number;
  id?: string;
  baseSha256?: string;
  fields?: Pick<FieldView, 'type' | 'page' | 'x' | 'y' | 'width' | 'height'>[];
  sent?: true;
  signed: [boolean, boolean];
  sealedSha256?: string;
};

export type Ledger = { entries: Entry[]; acknowledged: number };

export const newLedger = (): Ledger => ({ entries: [], acknowledged: 0 });

/** The server has died or is not up yet, so the result of the request is unknown. */
export class ServerGone extends Error {}

/**
 * `requestedAt` is in ms UTC. On a busy machine, a response may arrive long after the fault that caused it.
 */
export type Answer = { status: number; bytes: Buffer; requestedAt: number };

/** Sends one request. An incomplete response counts as no response. */
export async function sendRequest(baseUrl: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const requestedAt = Date.now();
  try {
    const answer = await fetch(new URL(path, baseUrl), { ...init, redirect: 'manual' });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), requestedAt };
  } catch (error) {
    throw new ServerGone(path, { cause: error });
  }
}

export const parsed = <T>(bytes: Buffer): T => JSON.parse(bytes.toString('utf8')) as T;
