import type { Tx } from '../../foundation/db/transaction.ts';
import { mailManagers } from '../../accounts/identity-provider/mail-managers.ts';
import type { AccountDeletionDeps } from './deps.ts';

type By = { accountId: string; firstName: string; lastName: string; email: string };
type News = { kind: 'closing-asked'; day: Date } | { kind: 'closing-cancelled' } | { kind: 'account-closed' };

/**
 * Emails owners and admins, in the transaction that records the reason. `By` is the member who made the
 * request.
 */
export async function notifyTeam(
  tx: Tx,
  services: Pick<AccountDeletionDeps, 'jobs' | 'clock'>,
  { accountId, firstName, lastName, email }: By,
  news: News,
): Promise<void> {
  const { name } = await tx
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const inviter = `${firstName} ${lastName}`.trim() || email;
  const day = 'day' in news ? { day: news.day.toISOString() } : {};
  const facts = { inviter, account: name || email, ...day };
  await mailManagers(tx, services, accountId, { kind: news.kind, facts });
}
