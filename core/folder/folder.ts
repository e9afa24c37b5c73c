import { isBlank } from '../language/visible.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** The part of a folder that the rules need; `parentId` null lies at the top. */
export type FolderPlace = { id: string; parentId: string | null; name: string };

/** Folders within folders, the outermost counted. Deeper, nobody finds anything by its path. */
export const deepestFolder = 10;
/** An account's folders are read and shown as one tree. */
export const mostFolders = 1000;
const longestName = 100;

/** A name as it is kept, or why it is none. A slash would be read as two folders wherever a path is shown. */
export function folderName(given: string): string | Refusal {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestName)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
  if (!isBlank(name) && !/^\.+$/.test(name)) return name;
  return refuse('folder-name-missing', 'A folder needs a name. Type one and save again.');
}

/** Two names with the same key are the same name: 'Leases' and 'leases' cannot lie side by side. */
export function folderNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** The name, or with the first number behind it that makes it free among names of these keys. */
export function freeFolderName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(folderNameKey(free)); number += 1) free = `${name} (${number})`;
  return free;
}

/**
 * Whether a folder may lie in `parentId` under `name`; `id` is its own when it exists already. Refuses a parent
 * that is not there, a folder inside itself, a path that is too deep, and a name that is taken there.
 */
export function placeFolder(
  folders: readonly FolderPlace[],
  { id, parentId, name }: { id?: string; parentId: string | null; name: string },
): Refusal | undefined {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  if (parentId !== null && !byId.has(parentId)) return folderNotFound;
  const above = pathTo(byId, parentId);
  if (id !== undefined && above.some((folder) => folder.id === id)) {
    return refuse('folder-in-itself', 'A folder cannot be moved into itself. Choose another folder.');
  }
  const height = id === undefined ? 1 : heightOf(folders, id);
  if (above.length + height > deepestFolder) {
    return refuse('folder-too-deep', `Folders can lie ${deepestFolder} deep. Choose a folder further up.`, {
      deepest: deepestFolder,
    });
  }
  const key = folderNameKey(name);
  const taken = folders.some(
    (folder) => folder.parentId === parentId && folder.id !== id && folderNameKey(folder.name) === key,
  );
  return taken
    ? refuse('folder-exists', `A folder named ‘${name}’ is already there. Choose another name.`, { name })
    : undefined;
}

/** Whether one more folder fits. */
export function roomForFolder(count: number): Refusal | undefined {
  if (count < mostFolders) return undefined;
  return refuse(
    'folders-too-many',
    `An account holds ${mostFolders} folders. Delete one you no longer need.`,
  );
}

export const folderNotFound = refuse('not-found', 'Folder not found or access denied');

/** The folders from the top down to `id`, itself the last; empty for the top or an unknown folder. */
export function folderPath<Folder extends FolderPlace>(
  folders: readonly Folder[],
  id: string | null,
): Folder[] {
  return pathTo(new Map(folders.map((folder) => [folder.id, folder])), id);
}

/** The folder itself and everything that lies in it, however deep. */
export function folderAndBelow(folders: readonly FolderPlace[], id: string): string[] {
  const childrenOf = Map.groupBy(folders, ({ parentId }) => parentId);
  const found = [id];
  for (const next of found) found.push(...(childrenOf.get(next) ?? []).map((child) => child.id));
  return found;
}

function pathTo<Folder extends FolderPlace>(byId: ReadonlyMap<string, Folder>, id: string | null): Folder[] {
  const path: Folder[] = [];
  for (let at = byId.get(id ?? ''); at && !path.includes(at); at = byId.get(at.parentId ?? '')) path.push(at);
  return path.reverse();
}

function heightOf(folders: readonly FolderPlace[], id: string): number {
  const depths = new Map([[id, 1]]);
  for (const child of folderAndBelow(folders, id)) {
    const parent = folders.find((folder) => folder.id === child)?.parentId ?? '';
    if (depths.has(parent)) depths.set(child, depths.get(parent)! + 1);
  }
  return Math.max(...depths.values());
}
