import { managers } from '#core/permission/member.ts';
import { insertIdentityMail } from '../identity-provider/identity-mail-store.ts';
import type { Tx } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import type { Endpoint } from './endpoint-store.ts';

/** Mails everybody who looks after webhooks in the account, in the transaction that notes why. */
export async function tellManagers(
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  { accountId, url }: Endpoint,
  kind: 'webhook-failed' | 'webhook-off' | 'webhook-key-gone',
): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('role', 'in', managers)
    .execute();
  for (const { id: userId, email, first_name, last_name } of people) {
    const to = { name: `${first_name} ${last_name}`.trim(), address: email };
    const mail = { member: { accountId, userId }, kind, to, facts: { endpoint: url } };
    const mailId = await insertIdentityMail(tx, mail, clock());
    await jobs.enqueue(tx, 'send-identity-mail', { mailId });
  }
}
