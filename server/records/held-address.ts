import { sql, type Kysely, type RawBuilder } from 'kysely';
import { CONFIRMATION_DAYS } from '#core/permission/held-address.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../foundation/db/schema.ts';

/** Prefix of the issuer name (`users.issuer`) of users who sign in at an account's own identity provider. */
export const signOnNames = 'sign-on ';

/**
 * SQL: true for users whose account requires its own identity provider, and who have never signed in there or
 * have used another way since. Their programs are suspended like their sessions. Replacing the provider
 * suspends no one.
 */
export const notFromSignOn = sql<boolean>`EXISTS (
  SELECT FROM account_sign_ons s WHERE s.account_id = users.account_id AND s.enforced AND users.role <> 'owner'
    AND lower(split_part(users.email, '@', -1)) = s.domain
    AND NOT starts_with(users.issuer, ${signOnNames} || users.account_id || ' '))`;

/**
 * SQL: true for users whose account requires its own identity provider for their address. Changing the
 * address must not let them evade it.
 */
export const retainsAddress = sql<boolean>`EXISTS (
  SELECT FROM account_sign_ons s WHERE s.account_id = users.account_id AND s.enforced AND users.role <> 'owner'
    AND lower(split_part(users.email, '@', -1)) = s.domain)`;

/**
 * SQL: true if an account that has verified the domain of `users.email` requires its members to sign in at
 * its provider.
 */
const hasProvider = sql<boolean>`EXISTS (SELECT FROM account_sign_ons s WHERE s.enforced AND s.verified_at IS NOT NULL
  AND s.domain = lower(split_part(users.email, '@', -1)))`;

/** SQL: true if the account's own provider vouched for `users.email` when the session began. */
const isVouchedFor = sql<boolean>`sessions.sign_on = users.account_id`;

/**
 * SQL: true if no one else has confirmed `users.email` since this person did, and no account has removed a
 * member with this confirmed address since. Someone who has left a company may still know the password for
 * its address.
 */
const isUndisputed = sql<boolean>`NOT EXISTS (SELECT FROM users o WHERE lower(o.email) = lower(users.email)
    AND (o.removed_at > users.email_confirmed_at AND o.email_confirmed_at IS NOT NULL
      OR o.removed_at IS NULL AND o.email_confirmed_at > users.email_confirmed_at
         AND (o.issuer, o.subject) <> (users.issuer, users.subject)))
  AND NOT EXISTS (SELECT FROM identities i WHERE lower(i.email) = lower(users.email)
    AND i.email_confirmed_at > users.email_confirmed_at
    AND (users.issuer, users.subject) <> ('embedded', i.id::text))`;

function isFresh(now: number): RawBuilder<boolean> {
  const oldest = new Date(now - CONFIRMATION_DAYS * 86_400_000);
  return sql`coalesce(users.email_confirmed_at > ${oldest}, false)`;
}

/**
 * SQL: true if the person in `users` with the session in `sessions` still owns their address at `now`, so
 * that they may see documents of other accounts to that address.
 */
export function holdsAddress(now: number): RawBuilder<boolean> {
  return sql`(${isVouchedFor} OR NOT ${hasProvider} AND ${isFresh(now)} AND ${isUndisputed})`;
}

/** Returns what the person must do before they can see documents sent to their address. */
export async function mustHoldAddress(
  db: Kysely<Schema>,
  { accountId, userId, session }: { accountId: string; userId: string; session: string },
  now: number,
): Promise<Refusal | undefined> {
  const { rows } = await sql<{ held: boolean; provider: boolean }>`
    SELECT ${holdsAddress(now)} AS held, ${hasProvider} AS provider
      FROM users JOIN sessions ON sessions.account_id = users.account_id AND sessions.user_id = users.id
     WHERE users.account_id = ${accountId} AND users.id = ${userId} AND sessions.handle = ${session}`.execute(
    db,
  );
  if (rows[0]?.held) return undefined;
  return rows[0]?.provider ? signInAtProvider : confirmAgain;
}

const confirmAgain = refuse(
  'address-confirmation-outdated',
  `Confirm your email address again with the link we email you. You last did so more than ${CONFIRMATION_DAYS} days ago, someone else has confirmed the same address since, or an account removed a member with it.`,
);
const signInAtProvider = refuse(
  'address-of-provider',
  'Addresses of this domain sign in at their organization’s own provider. Sign out, then sign in there to see what was sent to yours.',
);
