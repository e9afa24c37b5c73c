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

/** True if links that senders deliver themselves need a code or a passkey, by the account or by a folder. */
export async function mustProtectLinks(
  db: Kysely<Schema>,
  { accountId, folderId = null }: { accountId: string; folderId?: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('links_protected')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (row?.links_protected || folderId === null) return row?.links_protected ?? false;
  const folders = folderPath(await listFolders(db, accountId), folderId);
  return folders.some(({ defaults }) => defaults.linksProtected === true);
}

type Delivered = Parameters<typeof checkLinkProtection>[0] & Parameters<typeof isInvitedByMail>[0];

/** Refuses links that the sender delivers without the protection that the account or the folder requires. */
export async function refuseUnprotected(
  db: Kysely<Schema>,
  document: { accountId: string; folderId: string | null },
  recipients: readonly Delivered[],
): Promise<Refusal | undefined> {
  const delivered = recipients.filter((one) => !isInvitedByMail(one));
  if (delivered.length === 0) return undefined;
  const required = await mustProtectLinks(db, document);
  for (const recipient of delivered) {
    const refused = checkLinkProtection(recipient, required);
    if (refused) return refused;
  }
  return undefined;
}
