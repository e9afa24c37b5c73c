import { managers } from '#core/permission/member.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { IdentityProviderDeps } from './deps.ts';
import { countUnsolicited } from '../../records/unsolicited-mail-store.ts';
import { insertIdentityMail, type NewMemberMail } from './identity-mail-store.ts';

/** Emails the owners and admins of an account, in the transaction that records the reason for the email. */
export async function mailManagers(
  tx: Tx,
  { jobs, clock }: Pick<IdentityProviderDeps, 'jobs' | 'clock'>,
  accountId: string,
  mail: Pick<NewMemberMail, 'kind' | 'facts'>,
): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at', 'first_name', 'last_name'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('role', 'in', managers)
    .execute();
  for (const person of people) await mailMember(tx, { jobs, clock }, accountId, person, mail);
}

type Addressee = {
  id: string;
  email: string;
  email_confirmed_at: Date | null;
  first_name: string;
  last_name: string;
};

/** Emails one member. Skips an unconfirmed address that has reached its daily limit. */
export async function mailMember(
  tx: Tx,
  { jobs, clock }: Pick<IdentityProviderDeps, 'jobs' | 'clock'>,
  accountId: string,
  { id: userId, email, email_confirmed_at, first_name, last_name }: Addressee,
  mail: Pick<NewMemberMail, 'kind' | 'facts'>,
): Promise<void> {
  const counted = { kind: mail.kind, address: email, isConfirmed: email_confirmed_at !== null };
  if ((await countUnsolicited(tx, counted, clock())) > 0) return;
  const to = { name: `${first_name} ${last_name}`.trim(), address: email };
  const mailId = await insertIdentityMail(tx, { ...mail, member: { accountId, userId }, to }, clock());
  await jobs.enqueue(tx, 'send-identity-mail', { mailId });
}
