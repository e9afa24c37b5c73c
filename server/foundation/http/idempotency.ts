import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { isRefusal, refuse } from '#core/refusal.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import { largeBodyDigest } from './read-json.ts';
import type { UsedKey } from './session.ts';

export interface Answer<Body = unknown> {
  status: number;
  /** A value that is sent as JSON. */
  body: Body;
}

export interface KeyedRequest {
  /**
   * Identifies the owner of the keys: a member, a program that acts for them, or a recipient. Each has
   * separate keys.
   */
  scope: string;
  /** The Idempotency-Key header. If undefined, the action is executed without one. */
  key: string | undefined;
  /** Empty if there is no key. */
  requestHash: string;
}

/**
 * Returns the scope of a member or of a program that acts for them, so that they do not share responses. The
 * scope of an API key survives its rotation, and that of an app survives a reconnection.
 */
export function scopeOfMember({ userId, key }: { userId: string; key?: UsedKey | undefined }): string {
  return `${userId} ${key ? (key.app ?? key.id) : 'self'}`;
}

/**
 * Returns the scope that a member and all their keys of one mode shared until November 2026. Its responses
 * are valid until they expire, so that a request repeated after the upgrade is not executed again.
 */
export function earlierScopeOfMember({ userId, key }: { userId: string; key?: UsedKey | undefined }): string {
  return key?.mode === 'test' ? `${userId} test` : userId;
}

/** Deletes the stored responses of a member and the programs that act for them. */
export async function deleteResponsesOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('idempotent_responses')
    .where((row) => row.or([row('scope', '=', userId), row('scope', 'like', `${userId} %`)]))
    .execute();
}

/**
 * Executes an action at most once per key and returns the first response to repeated requests (S-32). Must
 * run in the action's transaction, so that both are stored together. A second request with the same key waits
 * for that transaction. Refusals are not stored, because they change nothing.
 */
export async function answerOnce<Body>(
  tx: Tx,
  request: KeyedRequest,
  act: () => Promise<Answer<Body> | Refusal>,
): Promise<Answer<Body> | Refusal> {
  const { scope, key, requestHash } = request;
  if (key === undefined) return act();

  const claimed = await tx
    .insertInto('idempotent_responses')
    .values({ scope, key, request_hash: requestHash, status: 0, body: '' })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 0n) return replay(tx, request);

  const outcome = await act();
  if (isRefusal(outcome)) {
    await tx.deleteFrom('idempotent_responses').where('scope', '=', scope).where('key', '=', key).execute();
    return outcome;
  }
  await tx
    .updateTable('idempotent_responses')
    .set({ status: outcome.status, body: JSON.stringify(outcome.body ?? null) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
  return outcome;
}

/**
 * Returns the stored response to the same request, so that a caller can skip expensive preparation; undefined
 * if there is none.
 */
export async function answeredBefore<Body>(
  db: Kysely<Schema>,
  { scope, key, requestHash }: KeyedRequest,
): Promise<Answer<Body> | Refusal | undefined> {
  if (key === undefined) return undefined;
  const kept = await keptAnswer(db, scope, key).executeTakeFirst();
  return kept && answerOf<Body>(kept, requestHash);
}

/**
 * Reads the key of a request and computes its fingerprint. The fingerprint includes the path, since a key
 * belongs to one action. It excludes the signing token, because the scope already identifies the recipient. A
 * response stored under the earlier scope is also found.
 */
export async function keyedRequest(
  request: FastifyRequest,
  own: string,
  earlier?: string,
): Promise<KeyedRequest | Refusal> {
  const header = request.headers['idempotency-key'];
  // The IETF draft puts the key in quotation marks, but most programs do not. Both spellings are the same
  // key.
  const key = typeof header === 'string' ? header.trim().replace(/^"(.*)"$/, '$1') : undefined;
  if (key !== undefined && (key === '' || key.length > 255)) {
    return refuse('request-malformed', 'Idempotency-Key must have 1 to 255 characters.');
  }
  if (key === undefined) return { scope: own, key, requestHash: '' };
  const { token: _recipient, ...params } = (request.params ?? {}) as Record<string, string>;
  const query = Object.entries(request.query ?? {}).toSorted();
  const body = largeBodyDigest(request) ?? request.body ?? null;
  const parts = [request.method, request.routeOptions.url, params, query, body];
  const requestHash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const before = earlier !== undefined && (await isKept(request.server.keptAnswers, earlier, key));
  const scope = before ? earlier : own;
  return { scope, key, requestHash };
}

async function isKept(db: Kysely<Schema>, scope: string, key: string): Promise<boolean> {
  const kept = db.selectFrom('idempotent_responses').select('status').where('scope', '=', scope);
  return (await kept.where('key', '=', key).executeTakeFirst()) !== undefined;
}

async function replay<Body>(
  tx: Tx,
  { scope, key, requestHash }: KeyedRequest,
): Promise<Answer<Body> | Refusal> {
  return answerOf(await keptAnswer(tx, scope, key!).executeTakeFirstOrThrow(), requestHash);
}

function keptAnswer(db: Kysely<Schema>, scope: string, key: string) {
  return db
    .selectFrom('idempotent_responses')
    .select(['request_hash', 'status', 'body'])
    .where('scope', '=', scope)
    .where('key', '=', key);
}

function answerOf<Body>(
  kept: { request_hash: string; status: number; body: string },
  requestHash: string,
): Answer<Body> | Refusal {
  if (kept.request_hash !== requestHash) return keyReused;
  const body: Body = JSON.parse(kept.body);
  return { status: kept.status, body };
}

export const keyReused = refuse(
  'idempotency-key-reused',
  'This Idempotency-Key was already used for a different request. Use a new key for each request.',
);
