import type { Kysely } from 'kysely';
import { folderPath } from '#core/folder/folder.ts';
import type { Schema } from '../foundation/db/schema.ts';
import { listFolders } from './folder-store.ts';

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
