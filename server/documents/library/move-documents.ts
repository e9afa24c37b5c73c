import { folderNotFound } from '#core/folder/folder.ts';
import type { Refusal } from '#core/refusal.ts';
import { isId } from '../../db/new-id.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound, several, type Several } from './bin-documents.ts';
import { hasFolder } from '../../records/folder-store.ts';
import type { Services } from '../../services.ts';

/** Puts documents of any status into a folder, or at the top. Where one lies says nothing about what it says. */
export function moveDocuments(
  services: Services,
  accountId: string,
  { ids, folderId }: { ids: readonly string[]; folderId: string | null },
): Promise<Several | Refusal> {
  return inTransaction(services.db, async (tx) => {
    if (!(await hasFolder(tx, accountId, folderId))) return folderNotFound;
    const wanted = ids.filter(isId);
    if (wanted.length === 0) return several(ids, [], () => notFound);
    const moved = await tx
      .updateTable('documents')
      .set({ folder_id: folderId })
      .where('account_id', '=', accountId)
      .where('id', 'in', wanted)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute();
    return several(
      ids,
      moved.map(({ id }) => id),
      () => notFound,
    );
  });
}
