import { sql, type Kysely } from 'kysely';
import type { Defaults } from '#core/template/defaults.ts';
import { folderAndBelow, folderNameKey } from '#core/folder/folder.ts';
import { accessTo, type Visibility } from '#core/permission/visibility.ts';
import { isId } from '../foundation/db/new-id.ts';
import type { Schema } from '../foundation/db/schema.ts';
import type { Tx } from '../foundation/db/transaction.ts';

type Db = Kysely<Schema>;

export type Folder = {
  accountId: string;
  id: string;
  parentId: string | null;
  name: string;
  createdAt: Date;
  /** The member who owns the folder, if it is private. */
  privateTo: string | null;
  /** Settings of new documents in the folder. */
  defaults: Defaults;
};

/** Returns all folders of the account, sorted by name. core/folder limits their number. */
export async function listFolders(db: Db, accountId: string): Promise<Folder[]> {
  const rows = await db
    .selectFrom('folders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('name_key')
    .execute();
  return rows.map((row) => ({
    accountId: row.account_id,
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    createdAt: row.created_at,
    privateTo: row.private_to,
    defaults: (row.defaults ?? {}) as Defaults,
  }));
}

export type Grants = Map<string, { groupId: string; access: 'view' | 'use' }[]>;

/** Returns the groups with access to private folders, by folder id. */
export async function listGrants(db: Db, accountId: string): Promise<Grants> {
  const rows = await db
    .selectFrom('folder_grants')
    .select(['folder_id', 'group_id', 'access'])
    .where('account_id', '=', accountId)
    .orderBy('group_id')
    .execute();
  const grants: Grants = new Map();
  for (const { folder_id: folder, group_id: groupId, access } of rows) {
    const before = grants.get(folder) ?? [];
    grants.set(folder, [...before, { groupId, access: access === 'use' ? 'use' : 'view' }]);
  }
  return grants;
}

/** Returns the visible folders. A visible folder inside an invisible one appears at the top level. */
export function visibleFolders(folders: readonly Folder[], sight: Visibility): Folder[] {
  const seen = folders.filter(({ id }) => accessTo(sight, id) !== 'none');
  const ids = new Set(seen.map(({ id }) => id));
  return seen.map((folder) => ({
    ...folder,
    parentId: folder.parentId !== null && ids.has(folder.parentId) ? folder.parentId : null,
  }));
}

/**
 * Like `listFolders`, but locks the account's folders for this transaction. Two concurrent moves could
 * otherwise form a cycle although each of them is valid.
 */
export async function lockFolders(tx: Tx, accountId: string): Promise<Folder[]> {
  await lockAccount(tx, accountId);
  return listFolders(tx, accountId);
}

async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}

/** Returns true if the folder exists. Null, the top level, always does. */
export async function hasFolder(db: Db, accountId: string, id: string | null): Promise<boolean> {
  if (id === null) return true;
  if (!isId(id)) return false;
  const row = await db
    .selectFrom('folders')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Like `hasFolder`, but prevents the folder from being deleted until this transaction ends. */
export async function holdFolder(tx: Tx, accountId: string, id: string | null): Promise<boolean> {
  if (id === null) return true;
  await lockAccount(tx, accountId);
  return hasFolder(tx, accountId, id);
}

/** Returns the ids of the folders to list: the folder itself and, with `nested`, its subfolders. */
export async function foldersToList(
  db: Db,
  accountId: string,
  asked: { folder?: string | undefined; nested?: boolean | undefined },
): Promise<readonly string[] | null | undefined> {
  if (asked.folder === undefined) return undefined;
  if (asked.folder === 'top') return asked.nested ? undefined : null;
  if (!isId(asked.folder)) return [nowhere];
  const id = asked.folder.toLowerCase();
  return asked.nested ? folderAndBelow(await listFolders(db, accountId), id) : [id];
}

/** An id that matches no row, so that a query for an impossible folder returns nothing. */
const nowhere = '00000000-0000-0000-0000-000000000000';

/** Counts the documents directly in each folder, with an index-only scan. */
export async function countInFolders(db: Db, accountId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('documents')
    .select('folder_id')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('folder_id', 'is not', null)
    .groupBy('folder_id')
    .execute();
  return new Map(rows.map(({ folder_id, count }) => [folder_id!, Number(count)]));
}

/** Returns true if these folders contain something that another member owns. */
export async function containsOthersItems(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
  ids: readonly string[],
): Promise<boolean> {
  const othersIn = (table: 'documents' | 'templates') =>
    db
      .selectFrom(table)
      .select('id')
      .where('account_id', '=', accountId)
      .where('folder_id', 'in', ids)
      .where('created_by', '!=', userId)
      .limit(1);
  const document = await othersIn('documents')
    .where(sql<boolean>`purged_at IS NULL`)
    .executeTakeFirst();
  return document !== undefined || (await othersIn('templates').executeTakeFirst()) !== undefined;
}

export async function insertFolder(tx: Tx, folder: Folder): Promise<void> {
  const { accountId, id, parentId, name, createdAt, privateTo, defaults } = folder;
  await tx
    .insertInto('folders')
    .values({
      account_id: accountId,
      id,
      parent_id: parentId,
      name,
      name_key: folderNameKey(name),
      created_at: createdAt,
      private_to: privateTo,
      defaults,
    })
    .execute();
}

export async function saveFolder(
  tx: Tx,
  { accountId, id, parentId, name, privateTo, defaults }: Folder,
): Promise<void> {
  await tx
    .updateTable('folders')
    .set({ parent_id: parentId, name, name_key: folderNameKey(name), private_to: privateTo, defaults })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the keys of the names in use in a folder, among one member's private folders or among the shared
 * ones.
 */
export async function namesIn(
  tx: Tx,
  accountId: string,
  { parentId, privateTo }: Pick<Folder, 'parentId' | 'privateTo'>,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('folders')
    .select('name_key')
    .where('account_id', '=', accountId)
    .where('parent_id', 'is not distinct from', parentId)
    .where('private_to', 'is not distinct from', privateTo)
    .execute();
  return new Set(rows.map(({ name_key }) => name_key));
}

/** Deletes empty folders in one statement, so that their order does not matter. */
export async function deleteFolders(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('folders').where('account_id', '=', accountId).where('id', 'in', ids).execute();
}

/**
 * Moves the contents of these folders, including templates and documents in the bin. Returns the number of
 * visible documents that were moved. `closed` folders keep their documents in the bin, because others could
 * see them elsewhere.
 */
export async function moveContents(
  tx: Tx,
  accountId: string,
  { from, closed }: { from: readonly string[]; closed: readonly string[] },
  to: string | null,
): Promise<number> {
  await tx
    .updateTable('templates')
    .set({ folder_id: to })
    .where('account_id', '=', accountId)
    .where('folder_id', 'in', from)
    .execute();
  const rows = await tx
    .updateTable('documents')
    .set({ folder_id: to })
    .where('account_id', '=', accountId)
    .where('folder_id', 'in', from)
    .$if(closed.length > 0, (moving) =>
      moving.where((row) =>
        row.or([
          row('deleted_at', 'is', null),
          row('purged_at', 'is not', null),
          row('folder_id', 'not in', closed),
        ]),
      ),
    )
    .returning(sql<boolean>`deleted_at IS NULL`.as('seen'))
    .execute();
  return rows.filter(({ seen }) => seen).length;
}
