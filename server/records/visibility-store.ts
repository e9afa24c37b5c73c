import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  accessTo,
  accessToDocument,
  closedFolders,
  canSeeEverything,
  visibilityOf,
  type FolderAccess,
  type GuardedFolder,
  type Visibility,
} from '#core/permission/visibility.ts';
import type { Member } from '#core/permission/member.ts';
import { isId } from '../foundation/db/new-id.ts';
import type { Schema } from '../foundation/db/schema.ts';

type Db = Kysely<Schema>;
type Reader = { accountId: string; userId: string } & Pick<Member, 'role'>;

/**
 * Returns what a member can see now, based on their role, the private folders, and their groups' access to
 * these.
 */
export async function readVisibility(db: Db, reader: Reader): Promise<Visibility> {
  if (canSeeEverything(reader)) return visibilityOf(reader, []);
  const folders = await foldersOf(db, reader.accountId);
  return visibilityOf(reader, folders.length === 0 ? [] : await withGrants(db, reader, folders));
}

/** Empty if no member has a private folder, in which case everything is visible. */
async function foldersOf(db: Db, accountId: string): Promise<GuardedFolder[]> {
  const rows = await db
    .selectFrom('folders')
    .select(['id', 'parent_id', 'private_to'])
    .where('account_id', '=', accountId)
    .execute();
  if (rows.every(({ private_to }) => private_to === null)) return [];
  return rows.map((row) => ({ id: row.id, parentId: row.parent_id, privateTo: row.private_to }));
}

async function withGrants(
  db: Db,
  { accountId, userId }: Reader,
  folders: readonly GuardedFolder[],
): Promise<GuardedFolder[]> {
  const grants = await db
    .selectFrom('folder_grants')
    .innerJoin('member_group_people as person', (join) =>
      join
        .onRef('person.account_id', '=', 'folder_grants.account_id')
        .onRef('person.group_id', '=', 'folder_grants.group_id'),
    )
    .select(['folder_grants.folder_id', 'folder_grants.access'])
    .where('folder_grants.account_id', '=', accountId)
    .where('person.user_id', '=', userId)
    .execute();
  const granted = new Map<string, 'view' | 'use'>();
  for (const { folder_id: id, access } of grants)
    if (granted.get(id) !== 'use') granted.set(id, access === 'use' ? 'use' : 'view');
  return folders.map((folder) => ({ ...folder, granted: granted.get(folder.id) }));
}

/** Returns a member's level of access to an item; undefined if the account has no item with this id. */
export async function accessOf(
  db: Db,
  { accountId, sight }: { accountId: string; sight: Visibility },
  noun: 'documents' | 'folders' | 'templates' | 'contacts' | 'bulk',
  id: string,
): Promise<FolderAccess | undefined> {
  if (!isId(id)) return undefined;
  if (noun === 'documents' || noun === 'templates') {
    const row = await db
      .selectFrom(noun)
      .select(['created_by', 'folder_id'])
      .select(noun === 'templates' ? sql<boolean>`private`.as('private') : sql<boolean>`false`.as('private'))
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row?.private && row.created_by !== sight.userId) return 'none';
    return row && accessToDocument(sight, { createdBy: row.created_by, folderId: row.folder_id });
  }
  const { table, keeper } = kept[noun];
  const { rows } = await sql<{ keeper: string | null }>`
    SELECT ${sql.raw(keeper)} AS keeper FROM ${sql.table(table)}
    WHERE account_id = ${accountId} AND id = ${id}`.execute(db);
  const [row] = rows;
  if (row && noun === 'folders') return accessTo(sight, id.toLowerCase());
  return row && (row.keeper === null || row.keeper === sight.userId ? 'use' : 'none');
}

/** SQL for the owner of a private folder; null for a shared folder. */
const kept = {
  folders: { table: 'folders', keeper: 'NULL::uuid' },
  bulk: { table: 'bulk_sends', keeper: 'CASE WHEN private THEN created_by END' },
  contacts: { table: 'contacts', keeper: 'private_to' },
} as const;

/** The same check as an SQL condition for many documents. `act` requires more than read access. */
export function seesDocuments(sight: Visibility | undefined, act = false): RawBuilder<boolean> {
  return seesInFolders('documents', sight, act);
}

function seesInFolders(
  table: 'documents' | 'templates',
  sight: Visibility | undefined,
  act: boolean,
): RawBuilder<boolean> {
  const closed = sight ? closedFolders(sight, act) : [];
  if (!sight || closed.length === 0) return sql<boolean>`true`;
  const [owner, folder] = [sql.ref(`${table}.created_by`), sql.ref(`${table}.folder_id`)];
  return sql<boolean>`(${owner} = ${sight.userId} OR ${folder} IS NULL OR ${folder} <> ALL(${closed}::uuid[]))`;
}

/** A template can itself be private, or be in a private folder. */
export function seesTemplates(sight: Visibility): RawBuilder<boolean> {
  return sql<boolean>`(${seesBulks(sight)} AND ${seesInFolders('templates', sight, false)})`;
}

export function seesBulks(sight: Visibility): RawBuilder<boolean> {
  return sight.all ? sql<boolean>`true` : sql<boolean>`(NOT private OR created_by = ${sight.userId})`;
}

export function seesContacts(sight: Visibility): RawBuilder<boolean> {
  return sight.all ? sql<boolean>`true` : sql<boolean>`(private_to IS NULL OR private_to = ${sight.userId})`;
}

/** Returns true if a document or template is in a folder that some members cannot see. */
export async function isInPrivateFolder(
  db: Db,
  { accountId, folderId }: { accountId: string; folderId: string | null },
): Promise<boolean> {
  if (folderId === null) return false;
  const stranger = { userId: '', role: 'viewer' as const };
  return accessTo(visibilityOf(stranger, await foldersOf(db, accountId)), folderId) !== 'use';
}

/** Returns true if the member may put items into the folder. */
export function canUse(sight: Visibility | undefined, folderId: string | null): boolean {
  return !sight || accessTo(sight, folderId?.toLowerCase() ?? null) === 'use';
}

/** Returns true if the account's stored counts are also right for what this member can see. */
export function seesEveryDocument(sight: Visibility): boolean {
  return closedFolders(sight, false).length === 0;
}
