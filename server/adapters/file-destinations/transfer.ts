import { createHash } from 'node:crypto';
import type { DeliveryProblem } from '#core/destination/kinds.ts';
import {
  answered,
  CallFailed,
  connected,
  problemOf,
  type Guard,
  type Guarded,
} from '../outbound-post/guarded-connection.ts';

/** Maximum bytes of a response that is not a file. */
const maxAnswer = 256 * 1024;

export type Transfer = {
  url: string;
  method: 'GET' | 'HEAD' | 'MKCOL' | 'POST' | 'PUT';
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
};
export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** One delivery to a destination: the guard that checks its connections, and the signal that ends it. */
export type Calls = { guard: Guard; signal: AbortSignal };

/** The destination responded with a failure. `detail` is its status or message. */
export class PlaceRefused extends Error {
  readonly problem: DeliveryProblem;
  readonly detail: string;
  constructor(problem: DeliveryProblem, detail: string) {
    super(`${problem}: ${detail}`);
    this.problem = problem;
    this.detail = detail.slice(0, 300);
  }
}

export const guarded = ({ guard, signal }: Calls): Guarded => ({ ...guard, ca: undefined, signal });

/**
 * Sends one request.
 *
 * @throws CallFailed if there is no response
 */
export function transfer(calls: Calls, { url: text, ...sent }: Transfer): Promise<Answer> {
  return connected(text, guarded(calls), async (url, socket) => {
    const response = await answered(url, socket, { ...sent, signal: calls.signal });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxAnswer) throw new CallFailed('answer-broken');
    }
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    );
    return { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
  });
}

/** Returns the SHA-256 of the response; undefined if it is not a file. Stops after `most` bytes. */
export function hashOf(calls: Calls, sent: Pick<Transfer, 'url' | 'headers'>, most: number) {
  return connected(sent.url, guarded(calls), async (url, socket) => {
    const { headers } = sent;
    const response = await answered(url, socket, { method: 'GET', headers, signal: calls.signal });
    if (response.statusCode !== 200) return undefined;
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      if (size > most) break;
    }
    return hash.digest('hex');
  });
}

/** Returns the delivery problem for an HTTP status of a WebDAV, S3 or other server. */
export function problemOfStatus(status: number): DeliveryProblem {
  if (status === 401 || status === 403 || status === 407) return 'sign-in-refused';
  if (status === 404 || status === 409 || status === 410) return 'place-unknown';
  if (status === 413 || status === 415 || status === 422) return 'file-refused';
  if (status === 507) return 'storage-full';
  return 'refused';
}

export const problemOfError = (error: unknown): DeliveryProblem =>
  error instanceof PlaceRefused ? error.problem : problemOf(error);
