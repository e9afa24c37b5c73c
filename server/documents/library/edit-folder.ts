import {
  folderAndBelow,
  folderName,
  folderNotFound,
  placeFolder,
  roomForFolder,
} from '#core/folder/folder.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { DeleteFolderAnswer, FolderContents } from '#contract/library.ts';
import { newId } from '../../db/new-id.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Owner } from '../../records/owner.ts';
import { binFolderContents } from './bin-documents.ts';
import {
  deleteFolders,
  insertFolder,
  lockFolders,
  moveContents,
  saveFolder,
} from '../../records/folder-store.ts';
import type { Folder } from '../../records/folder-store.ts';
import type { Services } from '../../services.ts';

export function createFolder(
  services: Services,
  accountId: string,
  wanted: { name: string; parentId: string | null },
): Promise<Folder | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const name = folderName(wanted.name);
    if (isRefusal(name)) return name;
    const folders = await lockFolders(tx, accountId);
    const parentId = wanted.parentId?.toLowerCase() ?? null;
    const refused = roomForFolder(folders.length) ?? placeFolder(folders, { parentId, name });
    if (refused) return refused;
    const now = services.clock();
    const folder = { accountId, id: newId(now), parentId, name, createdAt: new Date(now) };
    await insertFolder(tx, folder);
    return folder;
  });
}

/** Renames a folder, moves it with everything in it, or both. */
export function changeFolder(
  services: Services,
  accountId: string,
  id: string,
  change: { name?: string | undefined; parentId?: string | null | undefined },
): Promise<Folder | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const folders = await lockFolders(tx, accountId);
    const folder = folders.find((known) => known.id === id);
    if (!folder) return folderNotFound;
    const name = change.name === undefined ? folder.name : folderName(change.name);
    if (isRefusal(name)) return name;
    const parentId =
      change.parentId === undefined ? folder.parentId : (change.parentId?.toLowerCase() ?? null);
    const refused = placeFolder(folders, { id: folder.id, parentId, name });
    if (refused) return refused;
    const changed = { ...folder, parentId, name };
    await saveFolder(tx, changed);
    return changed;
  });
}

/**
 * Deletes a folder and those below it. Its documents move to the folder above, or to the bin; what is out for
 * signature is never binned and moves up with the rest.
 */
export function removeFolder(
  services: Services,
  owner: Owner,
  id: string,
  contents: FolderContents,
): Promise<DeleteFolderAnswer | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const { accountId } = owner;
    const folders = await lockFolders(tx, accountId);
    const folder = folders.find((known) => known.id === id);
    if (!folder) return folderNotFound;
    const ids = folderAndBelow(folders, folder.id);
    const binned = contents === 'bin' ? await binFolderContents(tx, owner, ids, services.clock()) : 0;
    // Documents in the bin move up too, so that they have a place to be restored to.
    const moved = await moveContents(tx, accountId, ids, folder.parentId);
    await deleteFolders(tx, accountId, ids);
    return { moved, binned };
  });
}
