import { managers } from '#core/permission/member.ts';
import type { Tx } from '../db/transaction.ts';
import { insertIdentityMail } from '../identity-provider/identity-mail-store.ts';
import type { Services } from '../services.ts';

type By = { accountId: string; firstName: string; lastName: string; email: string };
type News = { kind: 'closing-asked'; day: Date } | { kind: 'closing-cancelled' } | { kind: 'account-closed' };

/** Mails owners and admins, in the transaction that notes why. `by` is who asked. */
export async function tellTeam(
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  by: By,
  news: News,
): Promise<void> {
  const { accountId } = by;
  const people = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'email', 'first_name', 'last_name', 'accounts.name'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('role', 'in', managers)
    .execute();
  const inviter = `${by.firstName} ${by.lastName}`.trim() || by.email;
  for (const { id: userId, email, first_name, last_name, name } of people) {
    const to = { name: `${first_name} ${last_name}`.trim(), address: email };
    const day = 'day' in news ? { day: news.day.toISOString() } : {};
    const facts = { inviter, account: name || by.email, ...day };
    const mail = { member: { accountId, userId }, kind: news.kind, to, facts };
    await jobs.enqueue(tx, 'send-identity-mail', { mailId: await insertIdentityMail(tx, mail, clock()) });
  }
}
