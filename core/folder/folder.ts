import { wellFormed } from '../language/well-formed.ts';
import { groupBy } from '../list/group-by.ts';
import { isBlank } from '../language/visible.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** The parts of a folder that the rules need. `parentId` is null at the top level. */
export type FolderPlace = { id: string; parentId: string | null; name: string };

/** Maximum nesting depth, counting the top folder. In deeper trees, no one could find a folder by its path. */
export const MAX_FOLDER_DEPTH = 10;
/** Maximum number of folders per account, because they are loaded and shown as one tree. */
export const MAX_FOLDERS = 1000;
const maxNameLength = 100;

/**
 * Returns a folder name in stored form, or why it is refused. In a path, a slash would look like two folders.
 */
export function folderName(given: string): string | Refusal {
  const name = wellFormed(given)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxNameLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
  if (!isBlank(name) && !/^\.+$/.test(name)) return name;
  return refuse('folder-name-missing', 'A folder needs a name. Type one and save again.');
}

/**
 * Returns a key that is equal for names that count as duplicates. 'Leases' and 'leases' cannot be in the same
 * folder.
 */
export function folderNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Returns the name, followed by the smallest number that makes it unique among the given keys if necessary. */
export function freeFolderName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(folderNameKey(free)); number += 1) free = `${name} (${number})`;
  return free;
}

/** Returns why a folder cannot be created in or moved to this place, or undefined if it can. */
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
  if (above.length + height > MAX_FOLDER_DEPTH) {
    return refuse(
      'folder-too-deep',
      `Folders can be nested ${MAX_FOLDER_DEPTH} levels deep. Choose a folder at a higher level.`,
      {
        maxDepth: MAX_FOLDER_DEPTH,
      },
    );
  }
  const key = folderNameKey(name);
  const taken = folders.some(
    (folder) => folder.parentId === parentId && folder.id !== id && folderNameKey(folder.name) === key,
  );
  return taken
    ? refuse('folder-exists', `A folder named ‘${name}’ already exists here. Choose another name.`, { name })
    : undefined;
}

/** Refuses a new folder if the account already has the maximum number. */
export function refuseTooManyFolders(count: number): Refusal | undefined {
  if (count < MAX_FOLDERS) return undefined;
  return refuse(
    'too-many-folders',
    `An account can have ${MAX_FOLDERS} folders. Delete one you no longer need.`,
  );
}

export const folderNotFound = refuse('not-found', 'Folder not found or access denied');

/**
 * Returns the folders from the top level down to the folder `id`. Returns an empty array for the top level or an
 * unknown folder.
 */
export function folderPath<Folder extends FolderPlace>(
  folders: readonly Folder[],
  id: string | null,
): Folder[] {
  return pathTo(new Map(folders.map((folder) => [folder.id, folder])), id);
}

/** Returns the folder itself and all its descendants. */
export function folderAndBelow(folders: readonly FolderPlace[], id: string): string[] {
  const childrenOf = groupBy(folders, ({ parentId }) => parentId);
  const ids = [id];
  for (const next of ids) ids.push(...(childrenOf.get(next) ?? []).map((child) => child.id));
  return ids;
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
