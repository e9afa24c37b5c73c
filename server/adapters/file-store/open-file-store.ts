import { join } from 'node:path';
import type { FileKeys, StoreSettings } from '#server/store-settings.ts';
import type { Coding, KeptStore } from './coding.ts';
import { diskFileStore } from './disk.ts';
import { encryption, masterKey } from './encryption.ts';

type Settings = { dataDir: string; store: StoreSettings | undefined; fileKeys: FileKeys };

/** The store that the settings name. The client of S3 is loaded where it is one. */
export async function openFileStore(config: Settings): Promise<KeptStore> {
  if (!config.store) return openFolderStore(config.dataDir, config.fileKeys);
  const { s3FileStore } = await import('./s3.ts');
  return s3FileStore(config.store, codingWith(config.fileKeys));
}

/** The files below a data folder, or below that of a backup. */
export function openFolderStore(folder: string, keys: FileKeys): KeptStore {
  return diskFileStore(join(folder, 'files'), codingWith(keys));
}

function codingWith({ current, previous }: FileKeys): Coding {
  return encryption({ current: current && masterKey(current), previous: previous.map(masterKey) });
}
