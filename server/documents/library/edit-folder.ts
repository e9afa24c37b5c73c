import type { Defaults } from '#core/template/defaults.ts';
import {
  folderAndBelow,
  folderName,
  freeFolderName,
  folderNotFound,
  placeFolder,
  refuseTooManyFolders,
} from '#core/folder/folder.ts';
import {
  accessTo,
  fullVisibility,
  isImportable,
  privateToAnother,
  type Visibility,
} from '#core/permission/visibility.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { DeleteFolderAnswer, FolderContents } from '#contract/documents/library.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { changedDefaults, readDefaults } from '../../records/defaults-store.ts';
import { checkReturnUrl } from '../../records/return-url-store.ts';
import { inTransactionOf } from '../../records/member.ts';
import type { Owner } from '../../records/owner.ts';
import { binFolderContents } from './bin-documents.ts';
import {
  deleteFolders,
  containsOthersItems,
  insertFolder,
  lockFolders,
  moveContents,
  namesIn,
  saveFolder,
} from '../../records/folder-store.ts';
import type { Folder } from '../../records/folder-store.ts';
import { markDeletedWithFolder } from '../../records/removed-folder-store.ts';
import type { LibraryDeps } from './deps.ts';

type By = { accountId: string; userId: string; ip: string; sight: Visibility };

export function createFolder(
  services: LibraryDeps,
  by: By,
  wanted: { name: string; parentId: string | null; secret: boolean; defaults: Defaults },
): Promise<Folder | Refusal> {
  const { accountId, userId, sight } = by;
  return inTransactionOf(services, by, 'folder.edit', async (tx) => {
    const name = folderName(wanted.name);
    if (isRefusal(name)) return name;
    const folders = await lockFolders(tx, accountId);
    const parentId = wanted.parentId?.toLowerCase() ?? null;
    const refused =
      refuseTooManyFolders(folders.length) ??
      mayAlter(sight, parentId) ??
      placeFolder(seen(folders, sight), { parentId, name });
    if (refused) return refused;
    const now = services.clock();
    const privateTo = wanted.secret ? userId : null;
    const place = { accountId, id: newId(now), parentId, name, createdAt: new Date(now), privateTo };
    const folder = await withDefaults(tx, by, { ...place, defaults: {} }, wanted.defaults, now);
    if (!isRefusal(folder)) await insertFolder(tx, folder);
    return folder;
  });
}

/** Renames or moves a folder, or changes its settings. Its contents move with it. */
export function changeFolder(
  services: LibraryDeps,
  by: By,
  id: string,
  change: {
    name?: string | undefined;
    parentId?: string | null | undefined;
    defaults?: Defaults | undefined;
  },
): Promise<Folder | Refusal> {
  const { accountId, userId, sight } = by;
  return inTransactionOf(services, by, 'folder.edit', async (tx) => {
    const folders = await lockFolders(tx, accountId);
    const folder = folders.find((known) => known.id === id);
    if (!folder) return folderNotFound;
    const name = change.name === undefined ? folder.name : folderName(change.name);
    if (isRefusal(name)) return name;
    const parentId =
      change.parentId === undefined ? folder.parentId : (change.parentId?.toLowerCase() ?? null);
    const moves = parentId !== folder.parentId;
    const refused =
      mustKeep(sight, folder) ??
      (moves ? mayAlter(sight, parentId) : undefined) ??
      placeFolder(seen(folders, sight), { id: folder.id, parentId, name });
    if (refused) return refused;
    // A private folder remains private wherever it is moved.
    const borders = moves && folder.privateTo === null && !isImportable(sight, folder.id, parentId);
    if (borders && (await containsOthersItems(tx, { accountId, userId }, folderAndBelow(folders, folder.id))))
      return privateToAnother;
    const moved = { ...folder, parentId, name };
    const changed = await withDefaults(tx, by, moved, change.defaults ?? folder.defaults, services.clock());
    if (!isRefusal(changed)) await saveFolder(tx, changed);
    return changed;
  });
}

/** Returns the folder with these default settings, and records which ones changed. */
async function withDefaults(
  tx: Tx,
  { accountId, userId, ip }: By,
  folder: Folder,
  asked: Defaults,
  now: number,
): Promise<Folder | Refusal> {
  const read = readDefaults(asked);
  if (isRefusal(read)) return read;
  const { returnUrl: given, ...wanted } = read;
  const isSame = given === undefined || given === folder.defaults.returnUrl;
  const returnUrl = isSame ? given : await checkReturnUrl(tx, accountId, given);
  if (isRefusal(returnUrl)) return returnUrl;
  const defaults = { ...wanted, ...(returnUrl !== undefined && { returnUrl }) };
  const names = changedDefaults(folder.defaults, defaults);
  if (names.length > 0) {
    const detail = `${folder.name}: ${names.join(', ')}`;
    await recordAccountEvent(tx, accountId, { type: 'defaults_changed', userId, ip, detail }, now);
  }
  return { ...folder, defaults };
}

/**
 * Deletes a folder and its subfolders. Its documents move to the parent folder or to the bin. Documents out
 * for signature always move to the parent. Other members' private subfolders move to the parent unchanged.
 */
export function removeFolder(
  services: LibraryDeps,
  owner: Owner,
  id: string,
  contents: FolderContents,
): Promise<DeleteFolderAnswer | Refusal> {
  const { accountId, sight = fullVisibility } = owner;
  return inTransactionOf(services, owner, 'folder.delete', async (tx) => {
    const folders = await lockFolders(tx, accountId);
    const folder = folders.find((known) => known.id === id);
    if (!folder) return folderNotFound;
    const refused = mustKeep(sight, folder);
    if (refused) return refused;
    const ids = folderAndBelow(folders, folder.id).filter((one) => accessTo(sight, one) === 'use');
    const closed = folders.filter(
      (one) => one.parentId !== null && ids.includes(one.parentId) && !ids.includes(one.id),
    );
    for (const one of closed) {
      const place = { parentId: folder.parentId, privateTo: one.privateTo };
      const name = freeFolderName(one.name, await namesIn(tx, accountId, place));
      await saveFolder(tx, { ...one, parentId: folder.parentId, name });
    }
    const binned = contents === 'bin' ? await binFolderContents(tx, owner, ids, services.clock()) : 0;
    // Documents in the bin also move to the parent, so that restoring them has a target. Documents in private
    // folders do not, because the shared bin would show them to everyone.
    const scopes = privateScopes(folders, ids);
    const moving = { from: ids, closed: [...scopes.values()].flat() };
    const moved = await moveContents(tx, accountId, moving, folder.parentId);
    const kept: string[] = [];
    for (const [guard, scope] of scopes)
      if (await markDeletedWithFolder(tx, accountId, { id: guard, scope }, services.clock()))
        kept.push(guard);
    const gone = ids.filter((one) => !kept.includes(one));
    if (gone.length > 0) await deleteFolders(tx, accountId, gone);
    return { moved, binned };
  });
}

/** Returns, for each private folder among these, the folders whose visibility it controls. */
function privateScopes(folders: readonly Folder[], ids: readonly string[]): Map<string, string[]> {
  const byId = new Map(folders.filter(({ id }) => ids.includes(id)).map((folder) => [folder.id, folder]));
  const guardOf = (id: string): string | undefined => {
    const folder = byId.get(id);
    if (!folder || folder.privateTo !== null) return folder?.id;
    return folder.parentId === null ? undefined : guardOf(folder.parentId);
  };
  const scopes = new Map<string, string[]>();
  for (const id of ids) {
    const guard = guardOf(id);
    if (guard !== undefined) scopes.set(guard, [...(scopes.get(guard) ?? []), id]);
  }
  return scopes;
}

/**
 * Only visible folders count for name conflicts, so a name in another member's private folder can be used.
 */
const seen = (folders: readonly Folder[], sight: Visibility): Folder[] =>
  folders.filter(({ id }) => accessTo(sight, id) !== 'none');

/** Returns a refusal if the member may not add anything to this folder. */
function mayAlter(sight: Visibility, folderId: string | null): Refusal | undefined {
  const access = accessTo(sight, folderId);
  if (access === 'none') return folderNotFound;
  return access === 'view' ? privateToAnother : undefined;
}

/** Only the owner of a private folder and account administrators may rename, move or delete it. */
function mustKeep(sight: Visibility, { privateTo }: Folder): Refusal | undefined {
  return privateTo === null || privateTo === sight.userId || sight.all ? undefined : privateToAnother;
}
