import { sql, type RawBuilder } from 'kysely';
import { embeddedIssuer } from './end-sign-ins.ts';

/**
 * Milliseconds after which an unpaid checkout can no longer be paid: one day, plus an hour for the provider's
 * notification.
 */
const payable = 25 * 3_600_000;

/**
 * SQL condition that the account of this `identities` row has a paid plan at `now` (ms UTC) or may be paying
 * at this moment. Customers must not be locked out because the first confirmation mail was lost.
 */
export function hasActiveSubscription(now: number): RawBuilder<boolean> {
  const at = new Date(now);
  return sql<boolean>`EXISTS (
    SELECT FROM users JOIN accounts ON accounts.id = users.account_id
    LEFT JOIN subscriptions ON subscriptions.account_id = accounts.id
    WHERE users.issuer = ${embeddedIssuer} AND users.subject = identities.id::text
      AND (subscriptions.requested_at > ${new Date(now - payable)}
        OR (accounts.plan IN ('pro', 'business') AND (accounts.plan_until IS NULL OR accounts.plan_until > ${at}))))`;
}
