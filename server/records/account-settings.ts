import type { Kysely } from 'kysely';
import { readMarkKinds, type AllowedMarks } from '#core/ceremony/mark-kind.ts';
import { checkLinkProtection } from '#core/recipient/delivery.ts';
import { isInvitedByMail } from '#core/recipient/recipient.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Schema } from '../foundation/db/schema.ts';
import { folderPath } from '#core/folder/folder.ts';
import { listFolders } from './folder-store.ts';

/** True if emails about completed documents of the account contain a link only. */
export async function hasCopiesAsLinks(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('copies_as_links')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.copies_as_links ?? false;
}

/** Returns the kinds of signatures that documents of the account allow unless they state others. */
export async function findSignatureKinds(db: Kysely<Schema>, accountId: string): Promise<AllowedMarks> {
  const row = await db
    .selectFrom('accounts')
    .select('signature_kinds')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return readMarkKinds(row?.signature_kinds);
}

/**
 * True if links that senders deliver themselves need a code or a passkey, by the account or by a folder. A sent document
 * keeps the protection it was sent with: neither a later change of a setting nor moving it to another folder lifts it.
 */
export async function mustProtectLinks(
  db: Kysely<Schema>,
  { accountId, id, folderId = null }: { accountId: string; id?: string; folderId?: string | null },
): Promise<boolean> {
  if (id !== undefined && (await wasSentProtected(db, accountId, id))) return true;
  const row = await db
    .selectFrom('accounts')
    .select('links_protected')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (row?.links_protected || folderId === null) return row?.links_protected ?? false;
  const folders = folderPath(await listFolders(db, accountId), folderId);
  return folders.some(({ defaults }) => defaults.linksProtected === true);
}

async function wasSentProtected(db: Kysely<Schema>, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('links_protected')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.links_protected ?? false;
}

type Delivered = Parameters<typeof checkLinkProtection>[0] & Parameters<typeof isInvitedByMail>[0];

/** Refuses links that the sender delivers without the protection that the account or the folder requires. */
export function refuseUnprotected(recipients: readonly Delivered[], required: boolean): Refusal | undefined {
  for (const recipient of recipients.filter((one) => !isInvitedByMail(one))) {
    const refused = checkLinkProtection(recipient, required);
    if (refused) return refused;
  }
  return undefined;
}
