import { folderNotFound } from '#core/folder/folder.ts';
import { accessTo, isImportable, privateToAnother, type Visibility } from '#core/permission/visibility.ts';
import type { Refusal } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { notFound, several, type Several } from './bin-documents.ts';
import { holdFolder } from '../../records/folder-store.ts';
import { inTransactionOf } from '../../records/member.ts';
import { seesDocuments } from '../../records/visibility-store.ts';
import type { LibraryDeps } from './deps.ts';

/**
 * Moves documents of any status into a folder or to the top level. Moving does not change a document, but it
 * changes who can see it. Members can neither hide other members' documents in a private folder nor take them
 * out of one.
 */
export function moveDocuments(
  services: LibraryDeps,
  member: { accountId: string; userId: string; sight: Visibility },
  { ids, folderId }: { ids: readonly string[]; folderId: string | null },
): Promise<Several | Refusal> {
  const { accountId, sight } = member;
  const to = folderId?.toLowerCase() ?? null;
  return inTransactionOf(services, member, 'document.draft', async (tx) => {
    if (!(await holdFolder(tx, accountId, to)) || accessTo(sight, to) === 'none') return folderNotFound;
    const wanted = ids.filter(isId);
    if (wanted.length === 0) return several(ids, [], () => notFound);
    const found = await tx
      .selectFrom('documents')
      .select(['id', 'created_by', 'folder_id'])
      .where('account_id', '=', accountId)
      .where('id', 'in', wanted)
      .where('deleted_at', 'is', null)
      .where(seesDocuments(sight))
      .orderBy('id')
      .forUpdate()
      .execute();
    const done = found
      .filter((row) =>
        row.created_by === sight.userId
          ? accessTo(sight, to) === 'use'
          : isImportable(sight, row.folder_id, to),
      )
      .map(({ id }) => id);
    if (done.length > 0) {
      await tx
        .updateTable('documents')
        .set({ folder_id: to })
        .where('account_id', '=', accountId)
        .where('id', 'in', done)
        .execute();
    }
    const seen = new Set(found.map(({ id }) => id));
    return several(ids, done, (id) => (seen.has(id) ? privateToAnother : notFound));
  });
}
