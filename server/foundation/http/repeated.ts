import type { FastifyRequest } from 'fastify';
import { sql, type Kysely } from 'kysely';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import { notedForm, readFormDigest } from './form-digest.ts';
import { keyReused, type Answer, type KeyedRequest } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Store for responses to requests with an Idempotency-Key. */
    keptAnswers: Kysely<Schema>;
  }
}

/**
 * A running action sends regular heartbeats. If the last one is older than this by the database clock, the
 * action was interrupted, for example by a crash.
 */
const maxSilenceMs = 30_000;
const beat = 5_000;

/**
 * Executes an action at most once per Idempotency-Key (S-32), for actions that do not store their response in
 * their own transaction. Claims the key before the action, so that a concurrent second request has to retry
 * later. Stores nothing for a refused or failed action, so the client may send it again with the same key.
 */
export async function actIdempotently(
  request: FastifyRequest,
  keyed: KeyedRequest,
  act: () => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const db = request.server.keptAnswers;
  const { scope, key, requestHash } = keyed;
  const row = { scope, key: key! };
  const claimed = await db
    .insertInto('idempotent_responses')
    .values({ ...row, request_hash: requestHash, status: 0, body: '' })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 0n) return replay(db, request, keyed);
  const release = async (): Promise<void> => {
    await db
      .deleteFrom('idempotent_responses')
      .where('scope', '=', scope)
      .where('key', '=', row.key)
      .execute();
  };
  const beating = setInterval(() => void sendHeartbeat(db, scope, row.key), beat);
  let outcome: Answer | Refusal;
  try {
    outcome = await act();
  } catch (error) {
    await release();
    throw error;
  } finally {
    clearInterval(beating);
  }
  if (isRefusal(outcome)) {
    await release();
    return outcome;
  }
  const form = notedForm(request);
  await db
    .updateTable('idempotent_responses')
    .set({
      status: outcome.status,
      body: JSON.stringify(outcome.body ?? null),
      request_hash: form === undefined ? requestHash : `${requestHash}.${form}`,
    })
    .where('scope', '=', scope)
    .where('key', '=', row.key)
    .execute();
  return outcome;
}

/** Sends a heartbeat. If one is lost, the next one is in time. */
async function sendHeartbeat(db: Kysely<Schema>, scope: string, key: string): Promise<void> {
  await db
    .updateTable('idempotent_responses')
    .set({ created_at: sql`now()` })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('status', '=', 0)
    .execute()
    .catch(() => undefined);
}

async function replay(
  db: Kysely<Schema>,
  request: FastifyRequest,
  { scope, key, requestHash }: KeyedRequest,
): Promise<Answer | Refusal> {
  const kept = await db
    .selectFrom('idempotent_responses')
    .select(['request_hash', 'status', 'body'])
    .select(sql<boolean>`created_at < now() - ${maxSilenceMs} * interval '1 millisecond'`.as('silent'))
    .where('scope', '=', scope)
    .where('key', '=', key!)
    .executeTakeFirst();
  // The first request was just refused, and its row deleted.
  if (!kept) return running;
  const [hash, form] = kept.request_hash.split('.');
  if (hash !== requestHash) return keyReused;
  if (kept.status === 0) return kept.silent ? cutOff : running;
  if (form !== undefined && (await readFormDigest(request).catch(() => '')) !== form) return keyReused;
  return { status: kept.status, body: JSON.parse(kept.body) as unknown };
}

const running: Refusal = {
  ...refuse(
    'idempotency-key-running',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  ),
  retryAfter: 1,
};
const cutOff = refuse(
  'idempotency-key-running',
  'The first request with this Idempotency-Key was interrupted and may have succeeded. Check the result, then continue with a new key.',
);
