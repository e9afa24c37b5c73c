import type { Language } from '#core/language/language.ts';
import { mailAddress } from '#core/recipient/mail-address.ts';
import { refuseUnsolicited } from '#core/mail/unsolicited.ts';
import { roleNamed } from '#core/permission/member.ts';
import { may } from '#core/permission/permission.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { findPreferences } from '../../records/preference-store.ts';
import { lockBrand } from '../../records/brand-store.ts';
import { countUnsolicited } from '../../records/unsolicited-mail-store.ts';
import type { BrandingDeps } from './deps.ts';
import { refuseWithoutBranding, type Asker } from './change-brand.ts';

/** Milliseconds for which the link in the email is valid. */
const lifetime = 48 * 3_600_000;

/**
 * Emails a confirmation link to the address. Until someone confirms it, replies go to the previous address.
 * Earlier links stop working.
 */
export async function requestReplyToConfirmation(
  services: BrandingDeps,
  { accountId, userId, ip }: Asker,
  typed: string,
): Promise<Refusal | undefined> {
  const address = mailAddress(typed);
  if (address === undefined)
    return refuse('email-invalid', 'Enter one email address, such as office@example.org.');
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const refused = await refuseWithoutBranding(tx, services, accountId);
    if (refused) return refused;
    const wait = await countUnsolicited(tx, { kind: 'reply-to', address }, now);
    if (wait > 0) return refuseUnsolicited(address, wait);
    await lockBrand(tx, accountId, now);
    const askId = newId(now);
    await setReplyTo(tx, accountId, {
      reply_to_requested: address,
      reply_to_request_id: askId,
      reply_to_requested_at: new Date(now),
      reply_to_requested_by: userId,
      reply_to_state: 'queued',
    });
    await services.jobs.enqueue(tx, 'send-reply-to-mail', { accountId, askId });
    const requestEvent = { type: 'reply_to_requested', userId, ip, detail: address } as const;
    await recordAccountEvent(tx, accountId, requestEvent, now);
    return undefined;
  });
}

const notAsked = {
  reply_to_requested: null,
  reply_to_request_id: null,
  reply_to_requested_at: null,
  reply_to_requested_by: null,
};

type Columns = Partial<typeof notAsked> | Record<string, string | Date | null>;

async function setReplyTo(tx: Tx, accountId: string, columns: Columns): Promise<void> {
  await tx.updateTable('brands').set(columns).where('account_id', '=', accountId).execute();
}

/** Resets the reply-to address to the sender's. A pending link stops working. */
export async function deleteReplyTo(services: BrandingDeps, { accountId, userId, ip }: Asker): Promise<void> {
  const now = services.clock();
  await inTransaction(services.db, async (tx) => {
    const brand = await lockBrand(tx, accountId, now);
    const address = brand.replyTo ?? brand.replyToRequested;
    if (address === null) return;
    await setReplyTo(tx, accountId, { ...notAsked, reply_to: null });
    const removed = { type: 'reply_to_removed', userId, ip, detail: address } as const;
    await recordAccountEvent(tx, accountId, removed, now);
  });
}

/**
 * A valid confirmation request: the address, and the member who made the request and still has the
 * permission.
 */
export type Asking = {
  accountId: string;
  askId: string;
  address: string;
  state: string;
  asker: string;
  language: Language;
};

export async function findPendingReplyTo(
  { db, clock }: Pick<BrandingDeps, 'db' | 'clock'>,
  askId: string,
): Promise<Asking | undefined> {
  const row = await db
    .selectFrom('brands')
    .innerJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'brands.account_id')
        .onRef('users.id', '=', 'brands.reply_to_requested_by'),
    )
    .select(['brands.account_id', 'reply_to_requested', 'reply_to_requested_at', 'reply_to_state'])
    .select(['users.id', 'users.email', 'users.role'])
    .where('reply_to_request_id', '=', askId)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst();
  if (!row || row.reply_to_requested === null || row.reply_to_requested_at === null) return undefined;
  if (row.reply_to_requested_at.getTime() + lifetime <= clock()) return undefined;
  if (!may({ role: roleNamed(row.role) }, 'brand.edit')) return undefined;
  const { account_id: accountId, reply_to_requested: address, reply_to_state: state, email: asker } = row;
  const { language } = await findPreferences(db, { accountId, userId: row.id });
  return { accountId, askId, address, state, asker, language: language ?? 'en' };
}

/** Makes replies go to this mailbox, whose owner has agreed. Returns false if the link is no longer valid. */
export async function confirmReplyTo(services: BrandingDeps, asking: Asking): Promise<boolean> {
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    await lockBrand(tx, asking.accountId, now);
    const still = await findPendingReplyTo({ ...services, db: tx }, asking.askId);
    if (!still) return false;
    await setReplyTo(tx, asking.accountId, { ...notAsked, reply_to: still.address });
    const confirmed = { type: 'reply_to_confirmed', detail: still.address } as const;
    await recordAccountEvent(tx, asking.accountId, confirmed, now);
    return true;
  });
}
