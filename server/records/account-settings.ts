import type { Kysely } from 'kysely';
import { readMarkKinds, type AllowedMarks } from '#core/ceremony/mark-kind.ts';
import { checkLinkProtection } from '#core/recipient/delivery.ts';
import { isInvitedByMail } from '#core/recipient/recipient.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Schema } from '../foundation/db/schema.ts';
import { folderPath } from '#core/folder/folder.ts';
import { listFolders } from './folder-store.ts';

/** Returns true if the account's emails about completed documents contain only a link. */
export async function hasCopiesAsLinks(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('copies_as_links')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.copies_as_links ?? false;
}

/** Returns the kinds of signatures that the account's documents allow by default. */
export async function findSignatureKinds(db: Kysely<Schema>, accountId: string): Promise<AllowedMarks> {
  const row = await db
    .selectFrom('accounts')
    .select('signature_kinds')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return readMarkKinds(row?.signature_kinds);
}

/**
 * Returns true if the account or a folder requires a code or a passkey for links that senders deliver
 * themselves. A sent document keeps the protection it was sent with, even if a setting changes later or the
 * document is moved to another folder.
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

/**
 * Refuses to send if a link that the sender delivers lacks the protection that the account or the folder
 * requires.
 */
export function refuseUnprotected(recipients: readonly Delivered[], required: boolean): Refusal | undefined {
  for (const recipient of recipients.filter((one) => !isInvitedByMail(one))) {
    const refused = checkLinkProtection(recipient, required);
    if (refused) return refused;
  }
  return undefined;
}
