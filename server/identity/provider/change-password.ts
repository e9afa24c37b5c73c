import { inTransaction, type Tx } from '../../db/transaction.ts';
import {
  findIdentityMail,
  redeemIdentityMail,
  spendIdentityMails,
  type IdentityMailFacts,
} from '../identity-mail-store.ts';
import { endSignIns } from './end-sign-ins.ts';
import { confirmAddress } from './confirm-address.ts';
import { findIdentity, hashPassword } from './identities.ts';
import { actAndTell, tell, type ProviderServices } from './provider-services.ts';

/** Sets a new password and ends all other sessions, so that whoever knew the old one is out. */
export async function changePassword(
  services: ProviderServices,
  change: { identityId: string; password: string; keep: { session: string }; facts: IdentityMailFacts },
): Promise<void> {
  const { identityId, keep, facts } = change;
  const passwordHash = await hashPassword(change.password);
  await actAndTell(services, { identityId, kind: 'password-changed', facts }, async (tx) => {
    await storePassword(tx, { identityId, passwordHash, now: services.clock() });
    await endSignIns(tx, identityId, keep);
    return true;
  });
}

/** Whether the link of a mail could still be used, without using it: opening a page changes nothing (S-13). */
export async function isResetOpen({ db, clock }: ProviderServices, mailId: string): Promise<boolean> {
  const mail = await findIdentityMail(db, mailId);
  if (mail?.kind !== 'reset-password' || mail.used_at !== null) return false;
  return mail.expires_at !== null && mail.expires_at.getTime() > clock();
}

/**
 * Sets a new password by the link of a mail: once, within an hour, ending every session. A second factor is
 * still asked for at the next sign-in. False: the link is used up, or too old.
 */
export async function resetPassword(
  services: ProviderServices,
  reset: { mailId: string; password: string; facts: IdentityMailFacts },
): Promise<boolean> {
  const passwordHash = await hashPassword(reset.password);
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const mail = await redeemIdentityMail(tx, reset.mailId, 'reset-password', now);
    if (!mail) return false;
    const identityId = mail.identity_id;
    await storePassword(tx, { identityId, passwordHash, now });
    // Whoever has this mail reads the mailbox that it went to.
    const owner = await findIdentity(tx, identityId);
    if (owner?.confirmedAt === null && owner.email === mail.to_address) {
      await confirmAddress(services, tx, { identityId, address: owner.email, facts: reset.facts });
    }
    await endSignIns(tx, identityId);
    await tell(services, tx, { identityId, kind: 'password-changed', facts: reset.facts });
    return true;
  });
}

async function storePassword(
  tx: Tx,
  { identityId, passwordHash, now }: { identityId: string; passwordHash: string; now: number },
): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ password_hash: passwordHash, password_changed_at: new Date(now) })
    .where('id', '=', identityId)
    .execute();
  await spendIdentityMails(tx, identityId, 'reset-password', now);
}
