import type { Kysely } from 'kysely';
import type { InvitationView } from '#contract/accounts/team.ts';
import { MAX_INVITATIONS } from '#core/account/team.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { nameOf } from './team-store.ts';
import { invitationView } from './team-view.ts';

/** Returns the account's invitations that were not accepted, newest first. */
export async function listInvitations(
  db: Kysely<Schema>,
  accountId: string,
  now: number,
): Promise<InvitationView[]> {
  const rows = await db
    .selectFrom('member_invitations as invitation')
    .innerJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'invitation.account_id')
        .onRef('users.id', '=', 'invitation.invited_by'),
    )
    .innerJoin('identity_mails as mail', 'mail.id', 'invitation.mail_id')
    .select(['invitation.id', 'invitation.email', 'invitation.role', 'invitation.created_at'])
    .select(['invitation.expires_at', 'mail.state'])
    .select(['users.first_name', 'users.last_name', 'users.email as inviter_email'])
    .where('invitation.account_id', '=', accountId)
    .where('invitation.accepted_at', 'is', null)
    .where('invitation.withdrawn_at', 'is', null)
    .where('invitation.role', '!=', 'owner')
    .orderBy('invitation.id', 'desc')
    .limit(MAX_INVITATIONS)
    .execute();
  return rows.map((row) =>
    invitationView({ ...row, inviter: nameOf({ ...row, email: row.inviter_email }) }, now),
  );
}
