import { sql } from 'kysely';
import { folderNotFound } from '#core/folder/folder.ts';
import { accessTo, isImportable, privateToAnother, type Visibility } from '#core/permission/visibility.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { notFound, several, type Several } from './bin-documents.ts';
import { holdFolder } from '../../records/folder-store.ts';
import { inTransactionOf } from '../../records/member.ts';
import { seesDocuments, seesTemplates } from '../../records/visibility-store.ts';
import type { LibraryDeps } from './deps.ts';

type Move = { ids: readonly string[]; folderId: string | null };
type Mover = { accountId: string; userId: string; sight: Visibility };

/**
 * Moves documents of any status into a folder or to the top level. Moving does not change a document, but
 * changes who can see it. Members can neither hide other members' documents in a private folder nor take them
 * out of one.
 */
export function moveDocuments(services: LibraryDeps, member: Mover, move: Move): Promise<Several | Refusal> {
  return moveItems('documents', services, member, move);
}

/** Moves templates with the same rules as documents. */
export function moveTemplates(services: LibraryDeps, member: Mover, move: Move): Promise<Several | Refusal> {
  return moveItems('templates', services, member, move);
}

const kinds = {
  documents: {
    permission: 'document.draft',
    notFound,
    isSeen: (sight: Visibility) => sql<boolean>`deleted_at IS NULL AND ${seesDocuments(sight)}`,
  },
  templates: {
    permission: 'template.edit',
    notFound: refuse('not-found', 'Template not found or access denied'),
    isSeen: seesTemplates,
  },
} as const;

function moveItems(
  table: keyof typeof kinds,
  services: LibraryDeps,
  member: Mover,
  { ids, folderId }: Move,
): Promise<Several | Refusal> {
  const { accountId, sight } = member;
  const kind = kinds[table];
  const to = folderId?.toLowerCase() ?? null;
  return inTransactionOf(services, member, kind.permission, async (tx) => {
    if (!(await holdFolder(tx, accountId, to)) || accessTo(sight, to) === 'none') return folderNotFound;
    const wanted = ids.filter(isId);
    if (wanted.length === 0) return several(ids, [], () => kind.notFound);
    const found = await tx
      .selectFrom(table)
      .select(['id', 'created_by', 'folder_id'])
      .where('account_id', '=', accountId)
      .where('id', 'in', wanted)
      .where(kind.isSeen(sight))
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
        .updateTable(table)
        .set({ folder_id: to })
        .where('account_id', '=', accountId)
        .where('id', 'in', done)
        .execute();
    }
    const seen = new Set(found.map(({ id }) => id));
    return several(ids, done, (id) => (seen.has(id) ? privateToAnother : kind.notFound));
  });
}
