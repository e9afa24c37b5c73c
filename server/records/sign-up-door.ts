import { sql, type Kysely } from 'kysely';
import {
  addressDisposable,
  isDisposable,
  canJoin,
  type Newcomer,
  type SignUpRule,
} from '#core/account/sign-up.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Schema } from '../foundation/db/schema.ts';
import { isEmptyInstallation } from './first-account.ts';

/** The settings SIGN_UP and DISPOSABLE_DOMAINS_FILE. */
export type SignUpSettings = { signUp: SignUpRule; disposableDomains: ReadonlySet<string> };

type Asking = Pick<Newcomer, 'email' | 'confirmedAt'> & { bySignOn?: boolean };

/** Returns why a new person may not sign up, or undefined. `now` is in ms UTC. */
export async function refuseNewcomer(
  db: Kysely<Schema>,
  { signUp, disposableDomains }: SignUpSettings,
  { email, confirmedAt, bySignOn = false }: Asking,
  now: number,
): Promise<Refusal | undefined> {
  if (isDisposable(disposableDomains, email)) return addressDisposable;
  if (signUp.kind === 'open') return undefined;
  const [invitedBy, first] = await Promise.all([inviterOf(db, email, now), isEmptyInstallation(db)]);
  return canJoin(signUp, { email, confirmedAt, bySignOn, invitedBy, first });
}

/**
 * Returns the open invitations of an address. The owner of an imported account is invited by the operator.
 */
async function inviterOf(db: Kysely<Schema>, email: string, now: number): Promise<Newcomer['invitedBy']> {
  const rows = await db
    .selectFrom('member_invitations')
    .select('role')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .execute();
  if (rows.length === 0) return null;
  return rows.some(({ role }) => role === 'owner') ? 'operator' : 'member';
}

/** Returns true if another person than `self` has an account here with this confirmed address. */
export async function isKnownAddress(
  db: Kysely<Schema>,
  email: string,
  self?: { issuer: string; subject: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('email_confirmed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .$if(self !== undefined, (people) =>
      people.where(({ not, and }) => not(and({ issuer: self!.issuer, subject: self!.subject }))),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Thrown instead of creating an account, so that the transaction is rolled back. */
export class AdmissionRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}
