import { readStored } from './root-key-file.ts';
import { keptList, makeList } from './withdrawn.ts';

/** The lists of withdrawn certificates of the authority in DATA_DIR, as of `now` (ms UTC); none where there is no authority. */
export async function ownLists(dataDir: string, now: number): Promise<Uint8Array[]> {
  const authority = await readStored(dataDir);
  if (authority?.rootKey) return [await makeList(dataDir, authority.root, authority.rootKey, now)];
  const kept = await keptList(dataDir);
  return kept ? [kept] : [];
}
