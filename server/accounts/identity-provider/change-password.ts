import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, sqlState, type Tx } from '../../foundation/db/transaction.ts';
import {
  findIdentityMail,
  redeemIdentityMail,
  invalidateIdentityMails,
  type IdentityMailFacts,
  type PersonMailRow,
} from './identity-mail-store.ts';
import { endSignIns } from './end-sign-ins.ts';
import { confirmAddress } from './confirm-address.ts';
import { findIdentity, hashPassword, type Identity } from './identities.ts';
import { actAndNotify, notifyPerson, type ProviderParts } from './notify-owner.ts';
import { removeFactors } from './remove-identity.ts';

/** Sets a new password and ends all other sessions, so that anyone who knew the old one is signed out. */
export async function changePassword(
  services: ProviderParts,
  change: { identityId: string; password: string; keep: { session: string }; facts: IdentityMailFacts },
): Promise<void> {
  const { identityId, keep, facts } = change;
  const passwordHash = await hashPassword(change.password);
  await actAndNotify(services, { identityId, kind: 'password-changed', facts }, async (tx) => {
    await storePassword(tx, { identityId, passwordHash, now: services.clock() });
    await endSignIns(tx, identityId, keep);
    return true;
  });
}

/**
 * Returns the address and names of the person whose password this link can set. Does not use the link up,
 * because opening a page must not change anything (S-13).
 */
export async function findResetOwner(
  { db, clock }: ProviderParts,
  mailId: string,
): Promise<string[] | undefined> {
  const mail = await findIdentityMail(db, mailId);
  if (mail?.kind !== 'reset-password' || mail.used_at !== null) return undefined;
  const open = mail.expires_at !== null && mail.expires_at.getTime() > clock();
  if (!open || !isToTheirs(mail, await findIdentity(db, mail.identity_id))) return undefined;
  return [mail.to_address, mail.to_name];
}

/**
 * The person's address may have changed since the mail was sent, and access to the old mailbox must not give
 * access to the account.
 */
function isToTheirs(mail: PersonMailRow, identity: Identity | undefined): identity is Identity {
  return identity?.email.toLowerCase() === mail.to_address.toLowerCase();
}

/**
 * Sets a new password with a mailed link and ends all sessions. The link works once, within an hour. The
 * second factor of an address confirmed earlier is still required at the next sign-in. Returns false if the
 * link is used or expired.
 */
export async function resetPassword(
  services: ProviderParts,
  reset: { mailId: string; password: string; facts: IdentityMailFacts },
): Promise<boolean> {
  const passwordHash = await hashPassword(reset.password);
  const now = services.clock();
  try {
    return await inTransaction(services.db, async (tx) => {
      const mail = await redeemIdentityMail(tx, reset.mailId, 'reset-password', now);
      const typed = mail && (await findIdentity(tx, mail.identity_id));
      if (!mail || !isToTheirs(mail, typed)) return false;
      const owner = typed.confirmedAt === null ? await takeOver(services, tx, typed, reset.facts) : typed.id;
      await storePassword(tx, { identityId: owner, passwordHash, now });
      // The link has just proved access to the mailbox, so this counts as a new confirmation of the address.
      await tx
        .updateTable('identities')
        .set({ email_confirmed_at: new Date(now) })
        .where('id', '=', owner)
        .execute();
      await endSignIns(tx, owner);
      await notifyPerson(services, tx, { identityId: owner, kind: 'password-changed', facts: reset.facts });
      return true;
    });
  } catch (error) {
    // Another person has confirmed the address in the meantime.
    if (sqlState(error) === '23505' /* unique_violation */) return false;
    throw error;
  }
}

/**
 * Gives the account of an unconfirmed address to the person who received this mail, without its name, second
 * factor, passkeys and drafts, because a stranger may have signed up with the address. Documents sent before
 * addresses had to be confirmed remain with the old account, since other people have links to them. Returns
 * the id of the address's new owner.
 */
async function takeOver(
  services: ProviderParts,
  tx: Tx,
  typed: Identity,
  facts: IdentityMailFacts,
): Promise<string> {
  const now = services.clock();
  const { expires_at } = await tx
    .selectFrom('identities')
    .select('expires_at')
    .where('id', '=', typed.id)
    .executeTakeFirstOrThrow();
  const id = expires_at === null ? typed.id : newId(now);
  if (id === typed.id) await removeFactors(tx, id);
  else
    await tx
      .insertInto('identities')
      .values(blank(id, typed.email, now))
      .execute();
  await confirmAddress(services, tx, { identityId: id, address: typed.email, facts });
  return id;
}

/** An identity without a password, which is stored later in the same transaction. */
function blank(id: string, email: string, now: number) {
  return { id, email, password_hash: '', first_name: '', last_name: '', created_at: new Date(now) };
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
  await invalidateIdentityMails(tx, identityId, 'reset-password', now);
}
