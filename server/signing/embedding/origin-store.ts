import type { Kysely } from 'kysely';
import { MAX_ORIGINS, readOrigin } from './read-origin.ts';
import { apiAllowance } from '#core/plan/allowance.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { isId, newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { lockPlan } from '../../records/plan-store.ts';
import type { EmbeddingDeps } from './deps.ts';
import { endFramesOf } from './address-store.ts';
import { endEditorsOf } from './editor-store.ts';

/** The member who changes the list, and the IP address of their request. */
export type ActingMember = { accountId: string; userId: string; ip: string };
export type AllowedOrigin = { id: string; origin: string; createdAt: string };

export async function listOrigins(db: Kysely<Schema>, accountId: string): Promise<AllowedOrigin[]> {
  const rows = await db
    .selectFrom('embedding_origins')
    .select(['id', 'origin', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('origin')
    .execute();
  return rows.map(({ id, origin, created_at }) => ({ id, origin, createdAt: created_at.toISOString() }));
}

export async function isAllowed(db: Kysely<Schema>, accountId: string, origin: string): Promise<boolean> {
  return (await listOrigins(db, accountId)).some((one) => one.origin === origin);
}

/** Returns the existing origin if it is already on the list. */
export async function addOrigin(
  { db, ...rules }: Pick<EmbeddingDeps, 'db' | 'clock' | 'plans'>,
  { accountId, userId, ip }: ActingMember,
  text: string,
): Promise<AllowedOrigin | Refusal> {
  const origin = readOrigin(text);
  if (isRefusal(origin)) return origin;
  return inTransaction(db, async (tx) => {
    const refused = apiAllowance(await lockPlan(tx, accountId, rules));
    if (refused) return refused;
    const there = await listOrigins(tx, accountId);
    const same = there.find((one) => one.origin === origin);
    if (same) return same;
    if (there.length >= MAX_ORIGINS) return tooMany;
    const now = rules.clock();
    const made = { id: newId(now), origin, created_at: new Date(now) };
    await tx
      .insertInto('embedding_origins')
      .values({ account_id: accountId, created_by: userId, ...made })
      .execute();
    await recordAccountEvent(
      tx,
      accountId,
      { type: 'embedding_origin_added', userId, ip, detail: origin },
      now,
    );
    return { id: made.id, origin, createdAt: made.created_at.toISOString() };
  });
}

/** Also ends everything that is open in frames on this website. */
export async function removeOrigin(
  { db, clock }: Pick<EmbeddingDeps, 'db' | 'clock'>,
  { accountId, userId, ip }: ActingMember,
  id: string,
): Promise<Refusal | undefined> {
  if (!isId(id)) return notFound;
  return inTransaction(db, async (tx) => {
    const row = await tx
      .deleteFrom('embedding_origins')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('origin')
      .executeTakeFirst();
    if (!row) return notFound;
    const now = clock();
    await endFramesOf(tx, { accountId, origin: row.origin }, now);
    await endEditorsOf(tx, { accountId, origin: row.origin });
    const event = { type: 'embedding_origin_removed' as const, userId, ip, detail: row.origin };
    await recordAccountEvent(tx, accountId, event, now);
    return undefined;
  });
}

const notFound = refuse('not-found', 'This website is not in the list.');
const tooMany = refuse(
  'too-many-embedding-origins',
  `An account can have ${MAX_ORIGINS} websites. Remove one you no longer need.`,
  { max: MAX_ORIGINS },
);
