import { mailAddress, spellingOf } from '#core/recipient/mail-address.ts';
import { INVITATION_DAYS } from '#core/account/team.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { insertIdentityMail, redeemMail } from '../../accounts/identity-provider/identity-mail-store.ts';
import { operatorOf } from '../../accounts/team/operator-of.ts';
import { titleOfAccount } from '../../accounts/team/team-store.ts';
import type { People } from './carry-account.ts';
import type { Importing } from './importing.ts';

type Invited = { accountId: string; ownerId: string; email: string };

/**
 * Emails the owner a link for taking over the account. Only a person who has confirmed this address can use
 * it, so an archive cannot put anyone into an account. Importing the same archive again sends another link,
 * unless one was used.
 */
export async function inviteOwner(
  tx: Tx,
  { jobs, config, now }: Pick<Importing, 'jobs' | 'config' | 'now'>,
  { accountId, ownerId, email }: Invited,
): Promise<void> {
  const before = await tx
    .selectFrom('member_invitations')
    .select(['id', 'mail_id'])
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  for (const { id, mail_id } of before) {
    await redeemMail(tx, mail_id, now);
    const withdrawn = tx.updateTable('member_invitations').set({ withdrawn_at: new Date(now) });
    await withdrawn.where('account_id', '=', accountId).where('id', '=', id).execute();
  }
  const mailId = await insertIdentityMail(
    tx,
    {
      member: { accountId, userId: ownerId },
      kind: 'join-account',
      to: { name: '', address: email },
      facts: { inviter: operatorOf(config), account: await titleOfAccount(tx, accountId) },
    },
    now,
  );
  await insert(tx, { accountId, ownerId, email, role: 'owner', mailId }, now, INVITATION_DAYS);
  await jobs.enqueue(tx, 'send-identity-mail', { mailId });
}

/**
 * Adds the other members as expired invitations without emailing them. The owner resends the ones they want,
 * so that these emails come from the owner.
 */
export async function prepareInvitations(
  tx: Tx,
  { now }: Pick<Importing, 'now'>,
  { accountId, ownerId }: Omit<Invited, 'email'>,
  { owner, others }: People,
): Promise<number> {
  const invited = new Set([spellingOf(owner.email).toLowerCase()]);
  for (const { email: given, role } of others) {
    const email = mailAddress(given);
    if (email === undefined || invited.has(email.toLowerCase())) continue;
    invited.add(email.toLowerCase());
    const mail = {
      member: { accountId, userId: ownerId },
      kind: 'join-account',
      to: { name: '', address: email },
    };
    const mailId = await insertIdentityMail(tx, mail as Parameters<typeof insertIdentityMail>[1], now);
    await redeemMail(tx, mailId, now);
    const invitedAs = role === 'owner' ? 'admin' : role;
    await insert(tx, { accountId, ownerId, email, role: invitedAs, mailId }, now, 0);
  }
  return invited.size - 1;
}

async function insert(
  tx: Tx,
  { accountId, ownerId, email, role, mailId }: Invited & { role: string; mailId: string },
  now: number,
  days: number,
): Promise<void> {
  const row = {
    account_id: accountId,
    id: newId(now),
    email,
    role,
    invited_by: ownerId,
    mail_id: mailId,
    created_at: new Date(now),
    expires_at: new Date(now + days * 86_400_000),
  };
  await tx.insertInto('member_invitations').values(row).execute();
}
