import type { Invoice } from '#contract/operations/billing.ts';
import type { Refusal } from '#core/refusal.ts';
import { isFailure } from '../../ports/payment-provider.ts';
import type { BillingDeps } from './deps.ts';
import { noSubscription, refusalOf } from './refusals.ts';
import { findSubscription } from './subscription-store.ts';

/** URL of the provider's portal for card, plan and invoices. It returns to Billing & Usage. */
export async function openPortal(
  { db, provider }: BillingDeps,
  accountId: string,
  origin: string,
): Promise<{ url: string } | Refusal> {
  const stored = await findSubscription(db, provider.name, accountId);
  if (!stored) return noSubscription;
  const opened = await provider.openPortal(stored.customerId, `${origin}/billing`);
  if (isFailure(opened)) return opened.failed === 'unknown' ? noSubscription : refusalOf(opened);
  return opened;
}

/** Newest first; empty for accounts that never started a checkout. */
export async function listInvoices(
  { db, provider }: BillingDeps,
  accountId: string,
): Promise<Invoice[] | Refusal> {
  const stored = await findSubscription(db, provider.name, accountId);
  if (!stored) return [];
  const listed = await provider.listInvoices(stored.customerId);
  if (isFailure(listed)) return listed.failed === 'unknown' ? [] : refusalOf(listed);
  return listed.map(({ createdAt, ...rest }) => ({
    ...rest,
    createdAt: new Date(createdAt).toISOString(),
    currency: 'usd' as const,
  }));
}
