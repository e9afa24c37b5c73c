import { insertIdentityMail } from '../identity-provider/identity-mail-store.ts';
import type { Tx } from '../db/transaction.ts';
import { findSender } from '../records/sender-store.ts';
import type { Services } from '../services.ts';
import type { Endpoint } from './endpoint-store.ts';

/** Mails whoever set an endpoint up, in the transaction that notes why. */
export async function tellMaker(
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  { accountId, createdBy, url }: Endpoint,
  kind: 'webhook-failed' | 'webhook-off',
): Promise<void> {
  const { name, email } = await findSender(tx, { accountId, createdBy });
  const mail = { member: { accountId, userId: createdBy }, kind, to: { name, address: email } };
  const mailId = await insertIdentityMail(tx, { ...mail, facts: { endpoint: url } }, clock());
  await jobs.enqueue(tx, 'send-identity-mail', { mailId });
}
