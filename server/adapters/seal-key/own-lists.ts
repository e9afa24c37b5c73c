import { readStoredRoot } from './root-key-file.ts';
import { keptList, createRevocationList } from './withdrawn.ts';

/**
 * Returns the certificate revocation lists of the authority in DATA_DIR, as of `now` (ms UTC); empty without
 * an authority.
 */
export async function revocationLists(dataDir: string, now: number): Promise<Uint8Array[]> {
  const authority = await readStoredRoot(dataDir);
  if (authority?.rootKey)
    return [await createRevocationList(dataDir, authority.root, authority.rootKey, now)];
  const kept = await keptList(dataDir);
  return kept ? [kept] : [];
}
