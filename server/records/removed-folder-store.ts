import type { Kysely } from 'kysely';
import { folderNameKey, freeFolderName } from '#core/folder/folder.ts';
import type { Schema } from '../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../foundation/db/transaction.ts';
import { moveContents, namesIn } from './folder-store.ts';

/**
 * Hides a deleted private folder as long as it or its subfolders have documents in the bin, because at the
 * top level these would be in everyone's bin. Returns true if there are any such documents.
 */
export async function markDeletedWithFolder(
  tx: Tx,
  accountId: string,
  { id, scope }: { id: string; scope: readonly string[] },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ folder_id: id })
    .where('account_id', '=', accountId)
    .where('folder_id', 'in', scope)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .updateTable('folders')
    // Frees the folder's name.
    .set({ removed_at: new Date(now), parent_id: null, name_key: id })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  return true;
}

/**
 * Restores those of these folders that were deleted while their documents were in the bin, at the top level.
 */
export async function restoreFolders(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const restored = await tx
    .selectFrom('folders')
    .select(['id', 'name', 'private_to'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('removed_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, name, private_to } of restored) {
    const place = { parentId: null, privateTo: private_to };
    const free = freeFolderName(name, await namesIn(tx, accountId, place));
    await tx
      .updateTable('folders')
      .set({ removed_at: null, name: free, name_key: folderNameKey(free) })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  }
}

/** Deletes hidden folders that have no documents in the bin. */
export async function deleteEmptyRemovedFolders(db: Kysely<Schema>): Promise<void> {
  const empty = await db
    .selectFrom('folders')
    .select(['account_id', 'id'])
    .where('removed_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('documents')
            .select('documents.id')
            .whereRef('documents.account_id', '=', 'folders.account_id')
            .whereRef('documents.folder_id', '=', 'folders.id')
            .where('documents.deleted_at', 'is not', null)
            .where('documents.purged_at', 'is', null),
        ),
      ),
    )
    .limit(100)
    .execute();
  for (const { account_id: accountId, id } of empty)
    await inTransaction(db, async (tx) => {
      await moveContents(tx, accountId, { from: [id], closed: [] }, null);
      await tx
        .deleteFrom('folders')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('removed_at', 'is not', null)
        .execute();
    });
}
