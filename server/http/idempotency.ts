import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isRefusal, refuse } from '#core/refusal.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Tx } from '../db/transaction.ts';

export interface Answer<Body = unknown> {
  status: number;
  /** Sent as JSON. */
  body: Body;
}

export interface KeyedRequest {
  /** Whose keys these are: a member's, also of their test keys, or a recipient's. Two scopes never meet. */
  scope: string;
  /** The Idempotency-Key header, or undefined when there is none: then the act simply happens. */
  key: string | undefined;
  requestHash: string;
}

/** The scopes of a member's keys: what a test key was answered is a test, and no answer to anybody who means it. */
export const scopesOfMember = (userId: string) => ({ live: userId, test: `${userId} test` });

/**
 * Does an act at most once for each key, and answers a repeated request as the first one (S-32). Called inside
 * the act's own transaction, so that act and answer are kept together or not at all. A second request with the
 * same key waits here for the first one's transaction. A refused act is not kept: it changed nothing.
 */
export async function answerOnce<Body>(
  tx: Tx,
  request: KeyedRequest,
  act: () => Promise<Answer<Body> | Refusal>,
): Promise<Answer<Body> | Refusal> {
  const { scope, key, requestHash } = request;
  if (key === undefined) return act();

  const claimed = await tx
    .insertInto('idempotent_answers')
    .values({ scope, key, request_hash: requestHash, status: 0, body: '' })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 0n) return replay(tx, request);

  const outcome = await act();
  if (isRefusal(outcome)) {
    await tx.deleteFrom('idempotent_answers').where('scope', '=', scope).where('key', '=', key).execute();
    return outcome;
  }
  await tx
    .updateTable('idempotent_answers')
    .set({ status: outcome.status, body: JSON.stringify(outcome.body ?? null) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
  return outcome;
}

/**
 * Reads the key and the fingerprint of a request. The path is part of it (a key belongs to one act), but its
 * signing token is not needed: the scope already is the recipient.
 */
export function keyedRequest(request: FastifyRequest, scope: string): KeyedRequest | Refusal {
  const header = request.headers['idempotency-key'];
  // The draft writes it in quotes, most programs do not; it is the same key.
  const key = typeof header === 'string' ? header.trim().replace(/^"(.*)"$/, '$1') : undefined;
  if (key !== undefined && (key === '' || key.length > 255)) {
    return refuse('request-malformed', 'Idempotency-Key must have between 1 and 255 characters.');
  }
  const { token: _recipient, ...params } = (request.params ?? {}) as Record<string, string>;
  const query = Object.entries(request.query ?? {}).toSorted();
  const parts = [request.method, request.routeOptions.url, params, query, request.body ?? null];
  const requestHash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return { scope, key, requestHash };
}

async function replay<Body>(
  tx: Tx,
  { scope, key, requestHash }: KeyedRequest,
): Promise<Answer<Body> | Refusal> {
  const kept = await tx
    .selectFrom('idempotent_answers')
    .select(['request_hash', 'status', 'body'])
    .where('scope', '=', scope)
    .where('key', '=', key!)
    .executeTakeFirstOrThrow();
  if (kept.request_hash !== requestHash) {
    return keyReused;
  }
  const body: Body = JSON.parse(kept.body);
  return { status: kept.status, body };
}

export const keyReused = refuse(
  'idempotency-key-reused',
  'This Idempotency-Key was already used for another request. Use a new key for a new request.',
);
