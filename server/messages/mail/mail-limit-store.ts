import { sql } from 'kysely';
import {
  MAX_STRANGER_MAILS_PER_DAY,
  mailLimitsAt,
  nextMailWindow,
  mailSpans,
  newAccountMails,
  refuseMail,
  refuseStrangerMail,
  type MailLimits,
  type MailWindow,
} from '#core/document/mail-limit.ts';
import type { PlanName } from '#core/plan/plans.ts';
import type { Refusal } from '#core/refusal.ts';
import { readPlan, type PlanRules } from '../../records/plan-store.ts';
import { hasContactWith, isFromStranger, lockMailboxes } from '../../records/unsolicited-mail-store.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { refuseByChoice } from '../../records/mail-choice-store.ts';

/**
 * Input for an account's email limits: plan, time and NEW_ACCOUNT_MAILS (null if all accounts are trusted).
 */
export type MailRules = PlanRules & { newAccountMails?: number | null };

type Limits = MailLimits & { isNew: boolean; plan: PlanName };

/** Refuses if one more email to each of these people would exceed a limit (S-15). */
export async function refuseMails(
  tx: Tx,
  accountId: string,
  people: readonly { email: string }[],
  rules: MailRules,
): Promise<Refusal | undefined> {
  const addresses = [...new Set(people.map(({ email }) => email.toLowerCase()))];
  const unwanted = await refuseByChoice(tx, accountId, addresses, rules.clock());
  if (unwanted) return unwanted;
  const limits = await readMailLimits(tx, accountId, rules);
  const now = rules.clock();
  await lockMailCounts(tx, accountId, addresses);
  for (const address of addresses) {
    const own = nextMailWindow(
      await windowsOf(tx, { accountId, address, limits }, addresses.length, now),
      now,
    );
    if (own > now) return refuseMail(limits.plan, limits, own, now);
    const slot = await slotForStranger(tx, { accountId, address }, rules, now);
    if (slot > now) return refuseStrangerMail(address, slot, now);
  }
  return undefined;
}

export async function readMailLimits(tx: Tx, accountId: string, rules: MailRules): Promise<Limits> {
  const plan = await readPlan(tx, accountId, rules);
  const { created_at } = await tx
    .selectFrom('accounts')
    .select('created_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const first = rules.newAccountMails === undefined ? newAccountMails : rules.newAccountMails;
  return { plan, ...mailLimitsAt(plan, rules.clock() - created_at.getTime(), first) };
}

/**
 * Returns when one more email to this address may be sent (ms UTC), which is now unless a limit is reached.
 * Without `limits`, only the limit on emails from strangers applies: an email that someone else's action
 * causes may have to wait, but is never refused.
 */
export async function nextMailSlot(
  tx: Tx,
  to: { accountId: string; address: string; limits?: Limits | undefined },
  rules: Pick<MailRules, 'newAccountMails'>,
  now: number,
): Promise<number> {
  const address = to.address.toLowerCase();
  await lockMailCounts(tx, to.accountId, [address]);
  const { accountId, limits } = to;
  const own = limits ? nextMailWindow(await windowsOf(tx, { accountId, address, limits }, 1, now), now) : now;
  return Math.max(own, await slotForStranger(tx, { accountId, address }, rules, now));
}

/**
 * Locks the counters of an account and of mailboxes until the transaction ends, so that two actions never use
 * the same remaining email.
 */
export async function lockMailCounts(tx: Tx, accountId: string, addresses: readonly string[]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mails ${accountId}`}, 0))`.execute(tx);
  await lockMailboxes(tx, addresses);
}

/**
 * Returns the windows into which the email must fit: `wanted` emails must fit into the account's windows, and
 * one into the address's.
 */
async function windowsOf(
  tx: Tx,
  { accountId, address, limits }: { accountId: string; address: string; limits: Limits },
  wanted: number,
  now: number,
): Promise<MailWindow[]> {
  const { perHour, perDay, perAddressPerDay } = limits;
  const nth = async (most: number, span: number, one?: string): Promise<MailWindow> => {
    const all = tx
      .selectFrom('mails')
      .select('due_at')
      .where('account_id', '=', accountId)
      .where('kind', 'in', ['invitation', 'reminder'])
      .where('due_at', '>', new Date(now - span))
      .orderBy('due_at', 'desc')
      .offset(most - 1)
      .limit(1);
    const row = await (
      one === undefined ? all : all.where(sql<string>`lower(to_address)`, '=', one)
    ).executeTakeFirst();
    return { span, filling: row?.due_at.getTime() ?? null };
  };
  return [
    await nth(Math.max(1, perHour - wanted + 1), mailSpans.hour),
    await nth(Math.max(1, perDay - wanted + 1), mailSpans.day),
    await nth(perAddressPerDay, mailSpans.day, address),
  ];
}

/**
 * Returns when the mailbox may get another email from this account. Emails from all accounts to which it has
 * never responded count together (S-15).
 */
async function slotForStranger(
  tx: Tx,
  { accountId, address }: { accountId: string; address: string },
  { newAccountMails: first }: Pick<MailRules, 'newAccountMails'>,
  now: number,
): Promise<number> {
  if (first === null) return now;
  const isStranger = sql<boolean>`NOT ${hasContactWith(sql`${accountId}::uuid`, address)}`;
  const { rows } = await sql<{ due_at: Date }>`
    SELECT mails.due_at FROM mails
    WHERE ${isStranger} AND mails.due_at > ${new Date(now - mailSpans.day)} AND ${isFromStranger(address)}
    ORDER BY mails.due_at DESC OFFSET ${MAX_STRANGER_MAILS_PER_DAY - 1} LIMIT 1`.execute(tx);
  return nextMailWindow([{ span: mailSpans.day, filling: rows[0]?.due_at.getTime() ?? null }], now);
}
