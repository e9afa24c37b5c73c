import { sql } from 'kysely';
import type { Tx } from '../../foundation/db/transaction.ts';
import { embeddedIssuer } from '../identity-provider/end-sign-ins.ts';

/**
 * Maximum milliseconds between accepting an invitation and confirming the address, which happen in one step.
 */
const oneStep = 60_000;

/**
 * Revokes the confirmation of a removed member's address if it is based only on the invitation's link,
 * because someone else may have used a forwarded link. A person with another account, or who has confirmed
 * the address since, keeps it.
 */
export async function revokeConfirmationByLink(
  tx: Tx,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<void> {
  const invitation = await tx
    .selectFrom('member_invitations')
    .select(['email', 'accepted_at'])
    .where('account_id', '=', accountId)
    .where('accepted_by', '=', userId)
    .where('confirmed_address', '=', true)
    .executeTakeFirst();
  if (!invitation?.accepted_at) return;
  const { issuer, subject } = await tx
    .selectFrom('users')
    .select(['issuer', 'subject'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const elsewhere = await tx
    .selectFrom('users')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  if (elsewhere) return;
  const since = new Date(invitation.accepted_at.getTime() + oneStep);
  if (issuer === embeddedIssuer)
    await tx
      .updateTable('identities')
      .set({ email_confirmed_at: null })
      .where('id', '=', subject)
      .where(sql<boolean>`lower(email) = lower(${invitation.email})`)
      .where('email_confirmed_at', '<=', since)
      .execute();
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: null, email_confirmed_by: null })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .where(sql<boolean>`lower(email) = lower(${invitation.email})`)
    .where('email_confirmed_at', '<=', since)
    .execute();
}
