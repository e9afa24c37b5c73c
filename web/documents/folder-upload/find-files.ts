import type { FoundFile } from './plan-upload.ts';

/** Returns the files of `<input webkitdirectory>`, each with its path from the selected folder. */
export function filesOfInput(files: FileList): FoundFile[] {
  return [...files].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }));
}

/**
 * Returns the dropped files, including those in folders. The drop handler must call it synchronously: the
 * browser invalidates the items afterwards, so entries are read before anything is awaited.
 */
export async function filesOfDrop(items: DataTransferItemList): Promise<FoundFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map((entry) => filesBelow(entry, [])))).flat();
}

async function filesBelow(entry: FileSystemEntry, folders: readonly string[]): Promise<FoundFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, folders }];
  }
  if (!isDirectory(entry)) return [];
  const inside = [...folders, entry.name];
  const found: FoundFile[] = [];
  for (const child of await readAll(entry.createReader())) found.push(...(await filesBelow(child, inside)));
  return found;
}

/** Chromium returns a hundred entries at a time, and an empty list at the end. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
