import { closesAt } from '#core/account/closure.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { readSubscription } from '../billing/read-subscription.ts';
import { refusalOf } from '../billing/refusals.ts';
import { findSubscription } from '../billing/subscription-store.ts';
import { refuseForHolds } from '../../documents/retention/hold-document.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { confirmPerson, type PasswordGate } from '../../accounts/sign-in/password-gate.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { isFailure } from '../../ports/payment-provider.ts';
import type { AccountDeletionDeps } from './deps.ts';
import { renews } from '#core/plan/subscription.ts';
import { notifyTeam } from './notify-team.ts';

type Asking = Pick<AccountDeletionDeps, 'db' | 'clock' | 'jobs' | 'provider'>;

/** Starts closing an account. From now on, its owner can only export it or cancel the closing. */
export async function requestClosure(
  services: Asking,
  gate: PasswordGate,
  user: SignedInUser,
  confirmation: string,
): Promise<Refusal | undefined> {
  const confirmed = await confirmPerson(gate, user, confirmation);
  if (isRefusal(confirmed)) return confirmed;
  const { accountId, userId, ip } = user;
  const paid = await refuseWhilePaid(services, accountId);
  if (paid) return paid;
  const now = services.clock();
  const day = new Date(closesAt(now));
  return inTransaction(services.db, async (tx) => {
    const held = await refuseForHolds(tx, accountId);
    if (held) return held;
    const asked = await tx
      .updateTable('accounts')
      .set({ closure_requested_at: new Date(now), closure_requested_by: userId, closes_at: day })
      .where('id', '=', accountId)
      .where('closes_at', 'is', null)
      .executeTakeFirst();
    if (asked.numUpdatedRows !== 1n) return undefined;
    // Ends the sessions of all other members.
    await tx
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('user_id', 'in', (row) =>
        row.selectFrom('users').select('id').where('account_id', '=', accountId).where('role', '<>', 'owner'),
      )
      .execute();
    await tx
      .updateTable('bulk_sends')
      .set({ state: 'paused', paused_by: null })
      .where('account_id', '=', accountId)
      .where('state', '=', 'running')
      .execute();
    const detail = day.toISOString().slice(0, 10);
    await recordAccountEvent(tx, accountId, { type: 'closure_requested', userId, ip, detail }, now);
    await notifyTeam(tx, services, user, { kind: 'closing-asked', day });
    return undefined;
  });
}

/**
 * Refuses to close an account that has a running subscription at the provider. Closes an open checkout first,
 * so that it is either paid already or can no longer be paid.
 */
async function refuseWhilePaid(services: Asking, accountId: string): Promise<Refusal | undefined> {
  const { db, provider } = services;
  const before = await findSubscription(db, provider.name, accountId);
  if (!before) return undefined;
  const closed = before.checkout && (await provider.closeCheckout(before.checkout.id));
  if (isFailure(closed) && closed.failed !== 'unknown') return refusalOf(closed);
  const unread = await readSubscription(services, accountId);
  if (unread) return refusalOf(unread);
  const read = (await findSubscription(db, provider.name, accountId))?.read;
  return read && renews(read) ? subscriptionRunning : undefined;
}

const subscriptionRunning = refuse(
  'subscription-active',
  'This account has a paid plan. Cancel it under Billing first, so that you are not charged for a closed account.',
);

/**
 * Cancels the closing and restores the account. Impossible after the waiting period, because deletion has
 * started by then.
 */
export async function cancelClosure(services: Asking, user: SignedInUser): Promise<Refusal | undefined> {
  const { accountId, userId, ip } = user;
  return inTransaction(services.db, async (tx) => {
    const now = services.clock();
    const kept = await tx
      .updateTable('accounts')
      .set({ closure_requested_at: null, closure_requested_by: null, closes_at: null })
      .where('id', '=', accountId)
      .where('closes_at', 'is not', null)
      .where('closed_at', 'is', null)
      .where('closes_at', '>', new Date(now))
      .executeTakeFirst();
    if (kept.numUpdatedRows !== 1n) return (await isClosing(tx, accountId)) ? tooLate : undefined;
    await recordAccountEvent(tx, accountId, { type: 'closure_canceled', userId, ip }, now);
    await notifyTeam(tx, services, user, { kind: 'closing-cancelled' });
    return undefined;
  });
}

async function isClosing(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('closes_at')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined && row.closes_at !== null;
}

const tooLate = refuse(
  'account-closing',
  'This account can no longer be kept, and its data is being deleted. Create a new account to continue.',
);
