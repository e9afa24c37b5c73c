import type { Tx } from '../../foundation/db/transaction.ts';
import { retainsAddress } from '../../records/held-address.ts';
import type { IdentityMailFacts } from './identity-mail-store.ts';
import { embeddedIssuer } from './end-sign-ins.ts';
import { deleteUnconfirmedHolders } from './remove-identity.ts';
import { recordFirstAccount } from '../../records/first-account.ts';
import { recordOfIdentity, type ProviderParts } from './notify-owner.ts';

/**
 * Confirms an address that a mailed link has just proved, in the provider and in the person's accounts. Other
 * unconfirmed holders of the address are deleted.
 */
export async function confirmAddress(
  services: Pick<ProviderParts, 'clock' | 'jobs'>,
  tx: Tx,
  { identityId, address, facts }: { identityId: string; address: string; facts: IdentityMailFacts },
): Promise<void> {
  const { clock } = services;
  await deleteUnconfirmedHolders(services, tx, address, identityId);
  const confirmed = { email: address, email_confirmed_at: new Date(clock()) };
  const byMail = { ...confirmed, email_confirmed_by: 'mail' };
  await tx
    .updateTable('identities')
    .set({ ...confirmed, expires_at: null })
    .where('id', '=', identityId)
    .execute();
  await tx
    .updateTable('users')
    .set(byMail)
    .where('issuer', '=', embeddedIssuer)
    .where('subject', '=', identityId)
    .where((row) => row.not(retainsAddress))
    .execute();
  await recordFirstAccount(tx, clock());
  await recordOfIdentity(tx, 'email_confirmed', { identityId, facts, detail: address }, clock());
}
