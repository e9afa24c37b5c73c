import { sql, type Kysely, type Selectable } from 'kysely';
import type { MemberInvitationsTable, Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { redeemMail } from '../identity-provider/identity-mail-store.ts';

export type InvitationRow = Selectable<MemberInvitationsTable>;
type Key = { accountId: string; id: string };

/** Locks an invitation that is neither accepted nor withdrawn. It may have expired. */
export function lockOpenInvitation(tx: Tx, { accountId, id }: Key): Promise<InvitationRow | undefined> {
  return openInvitations(tx)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the address of an open invitation, or undefined if the invitation does not exist. */
export async function addressOfInvitation(
  db: Kysely<Schema>,
  { accountId, id }: Key,
): Promise<string | undefined> {
  const found = await openInvitations(db)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.email;
}

/** Returns the invitation whose current link was sent in this email. */
export function findByMail(db: Kysely<Schema>, mailId: string): Promise<InvitationRow | undefined> {
  return openInvitations(db).where('mail_id', '=', mailId).executeTakeFirst();
}

export function findByAddress(tx: Tx, accountId: string, email: string): Promise<InvitationRow | undefined> {
  return openInvitations(tx)
    .where('account_id', '=', accountId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
}

export async function countOpen(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('member_invitations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function openInvitations(db: Kysely<Schema>) {
  return db
    .selectFrom('member_invitations')
    .selectAll()
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null);
}

/** Withdraws an invitation: ends its link and cancels an email that was not sent yet. */
export async function withdraw(tx: Tx, invitation: InvitationRow, now: number): Promise<void> {
  await redeemMail(tx, invitation.mail_id, now);
  await tx
    .updateTable('member_invitations')
    .set({ withdrawn_at: new Date(now) })
    .where('account_id', '=', invitation.account_id)
    .where('id', '=', invitation.id)
    .execute();
}

/**
 * Withdraws the invitations of a member who may no longer manage members, so that they cannot use one to
 * return.
 */
export async function withdrawInvitationsOf(
  tx: Tx,
  { accountId, userId }: { accountId: string; userId: string },
  now: number,
): Promise<void> {
  const rows = await openInvitations(tx)
    .where('account_id', '=', accountId)
    .where('invited_by', '=', userId)
    .forUpdate()
    .execute();
  for (const row of rows) await withdraw(tx, row, now);
}

/** Withdraws invitations to a removed member. To return, they need a new invitation. */
export async function withdrawInvitationsTo(
  tx: Tx,
  { accountId, userId }: { accountId: string; userId: string },
  now: number,
): Promise<void> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const open = await findByAddress(tx, accountId, email);
  if (open) await withdraw(tx, open, now);
}
