import { sql, type Kysely, type Selectable } from 'kysely';
import type { PaidPlan, ProviderSubscription } from '#core/plan/subscription.ts';
import type { Asker } from '../../records/plan-store.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';

/** The account's state at the provider when it was last read. */
export type StoredSubscription = {
  accountId: string;
  customerId: string;
  read: ProviderSubscription | null;
  card: { brand: string; last4: string } | null;
  readAt: Date | null;
  trialUsedAt: Date | null;
  checkouts: number;
  checkout: OpenCheckout | null;
};

/** A checkout that was started and is not known to have ended. */
export type OpenCheckout = { id: string; url: string; plan: PaidPlan; origin: string; from: string };

export async function findSubscription(
  db: Kysely<Schema>,
  provider: string,
  accountId: string,
): Promise<StoredSubscription | undefined> {
  const rows = await rowsOf(db, accountId).where('provider', '=', provider).execute();
  return rows.map(readRow)[0];
}

/** Returns the account's stored states at other providers. */
export async function findSubscriptionsElsewhere(
  db: Kysely<Schema>,
  provider: string,
  accountId: string,
): Promise<(StoredSubscription & { provider: string })[]> {
  const rows = await rowsOf(db, accountId).where('provider', '!=', provider).execute();
  return rows.map((row) => ({ ...readRow(row), provider: row.provider }));
}

const rowsOf = (db: Kysely<Schema>, accountId: string) =>
  db.selectFrom('subscriptions').selectAll().where('account_id', '=', accountId);

function readRow(row: Selectable<Schema['subscriptions']>): StoredSubscription {
  return {
    accountId: row.account_id,
    customerId: row.customer_id,
    read: row.read as ProviderSubscription | null,
    card: row.card as StoredSubscription['card'],
    readAt: row.read_at,
    trialUsedAt: row.trial_used_at,
    checkouts: row.checkouts,
    checkout: row.checkout as OpenCheckout | null,
  };
}

export async function accountOfCustomer(
  db: Kysely<Schema>,
  provider: string,
  customerId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select('account_id')
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.account_id;
}

/**
 * Stores an account's customer id. Of two concurrent calls, the first one wins; the provider gave both the
 * same id.
 */
export async function saveCustomer(
  db: Kysely<Schema>,
  provider: string,
  accountId: string,
  customerId: string,
): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values({ account_id: accountId, provider, customer_id: customerId })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider']).doNothing())
    .execute();
}

/** Returns the number of a read that starts now (see saveReading). */
export async function beginReading(
  db: Kysely<Schema>,
  provider: string,
  accountId: string,
): Promise<{ reading: number; customerId: string } | undefined> {
  const row = await db
    .updateTable('subscriptions')
    .set({ readings_started: sql`readings_started + 1` })
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .returning(['readings_started', 'customer_id'])
    .executeTakeFirst();
  return row && { reading: row.readings_started, customerId: row.customer_id };
}

/**
 * Stores what was read. Of two concurrent reads, the one that started later wins, because the other result
 * may be older. Returns false if this one was too late.
 */
export async function saveReading(
  tx: Tx,
  provider: string,
  accountId: string,
  kept: {
    reading: number;
    read: ProviderSubscription | null;
    card: StoredSubscription['card'];
    trialUsed: boolean;
    at: Date;
  },
): Promise<boolean> {
  const saved = await tx
    .updateTable('subscriptions')
    .set({
      read: kept.read,
      card: kept.card,
      reading_saved: kept.reading,
      read_at: kept.at,
      ...(kept.trialUsed && { trial_used_at: sql<Date>`coalesce(trial_used_at, ${kept.at})` }),
    })
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('reading_saved', '<', kept.reading)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

/** Stores the checkout as the one after `before`. Returns false if another one was stored first. */
export async function saveCheckout(
  db: Kysely<Schema>,
  provider: string,
  accountId: string,
  checkout: OpenCheckout,
  before: number,
): Promise<boolean> {
  const saved = await db
    .updateTable('subscriptions')
    .set({ checkout, checkouts: before + 1 })
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('checkouts', '=', before)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

/**
 * Milliseconds for which a change may be the result of a member's request. A checkout can be paid for a day.
 */
const askedFor = 25 * 60 * 60_000;

/** Records which member is about to make a request to the provider. */
export async function saveCheckoutUser(
  db: Kysely<Schema>,
  provider: string,
  accountId: string,
  { userId, ip }: Asker,
  now: number,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ requested_by: userId, requested_ip: ip ?? null, requested_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .execute();
}

/** Deletes that record, because the request had no effect or the change was attributed to the member. */
export async function deleteCheckoutUser(
  db: Kysely<Schema>,
  provider: string,
  accountId: string,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ requested_by: null, requested_ip: null, requested_at: null })
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .execute();
}

export async function findCheckoutUser(
  tx: Tx,
  provider: string,
  accountId: string,
  now: number,
): Promise<Asker | undefined> {
  const row = await tx
    .selectFrom('subscriptions')
    .select(['requested_by', 'requested_ip'])
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('requested_at', '>', new Date(now - askedFor))
    .executeTakeFirst();
  return row?.requested_by ? { userId: row.requested_by, ip: row.requested_ip ?? undefined } : undefined;
}

/** Records that an event is processed. Returns false if it was processed before. */
export async function recordProviderEvent(
  tx: Tx,
  provider: string,
  event: { id: string; type: string },
  at: Date,
): Promise<boolean> {
  const taken = await tx
    .insertInto('payment_events')
    .values({ provider, id: event.id, type: event.type, received_at: at })
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .executeTakeFirst();
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns the accounts on a paid plan that are or were customers of another provider. */
export async function paidAccountsOfOthers(db: Kysely<Schema>, provider: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('subscriptions as other', 'other.account_id', 'accounts.id')
    .select('accounts.id')
    .distinct()
    .where('other.provider', '!=', provider)
    .where('accounts.plan', 'in', ['pro', 'business'])
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces a customer that the provider no longer knows. The new customer's state has not been read yet. */
export async function replaceCustomer(
  db: Kysely<Schema>,
  provider: string,
  accountId: string,
  customerId: string,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ customer_id: customerId, read: null, card: null, checkout: null })
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .execute();
}
