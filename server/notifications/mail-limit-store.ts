import { sql } from 'kysely';
import { mailLimits, mailSlot, mailSpans, refuseMail, type MailWindow } from '#core/document/mail-limit.ts';
import type { PlanName } from '#core/plan/plans.ts';
import type { Refusal } from '#core/refusal.ts';
import { readPlan, type PlanRules } from '../accounts/plan-store.ts';
import type { Tx } from '../db/transaction.ts';

/** Whether the account may send one more mail to each of these people at once (S-15). */
export async function refuseMails(
  tx: Tx,
  accountId: string,
  people: readonly { email: string }[],
  rules: PlanRules,
): Promise<Refusal | undefined> {
  const plan = await readPlan(tx, accountId, rules);
  const now = rules.clock();
  await holdMailCount(tx, accountId);
  const addresses = new Set(people.map(({ email }) => email.toLowerCase()));
  for (const address of addresses) {
    const slot = mailSlot(await windowsOf(tx, { accountId, address, plan }, addresses.size, now), now);
    if (slot > now) return refuseMail(plan, slot, now);
  }
  return undefined;
}

/** When one more mail to this address may go out (ms UTC); now, unless the account has mailed much. */
export async function nextMailSlot(
  tx: Tx,
  to: { accountId: string; address: string; plan: PlanName },
  now: number,
): Promise<number> {
  await holdMailCount(tx, to.accountId);
  return mailSlot(await windowsOf(tx, to, 1, now), now);
}

/** Two acts of one account never count the same free place, until the transaction ends. */
async function holdMailCount(tx: Tx, accountId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mails ${accountId}`}, 0))`.execute(tx);
}

/** `wanted` mails are to fit into the windows of the account together, one into the window of the address. */
async function windowsOf(
  tx: Tx,
  { accountId, address, plan }: { accountId: string; address: string; plan: PlanName },
  wanted: number,
  now: number,
): Promise<MailWindow[]> {
  const { anHour, aDay, toOneAddressADay } = mailLimits[plan];
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
    await nth(Math.max(1, anHour - wanted + 1), mailSpans.hour),
    await nth(Math.max(1, aDay - wanted + 1), mailSpans.day),
    await nth(toOneAddressADay, mailSpans.day, address.toLowerCase()),
  ];
}
