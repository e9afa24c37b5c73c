import { join } from 'node:path';
import type { FileKeys, StoreSettings } from '#server/foundation/config/store-settings.ts';
import type { Coding, KeptStore } from './coding.ts';
import { diskFileStore } from './disk.ts';
import { encryption, masterKey } from './encryption.ts';

type Settings = { dataDir: string; store: StoreSettings | undefined; fileKeys: FileKeys };

/** Opens the configured file store. Loads the S3 client only if needed. */
export async function openFileStore(config: Settings): Promise<KeptStore> {
  if (!config.store) return openFolderStore(config.dataDir, config.fileKeys);
  const { s3FileStore } = await import('./s3.ts');
  return s3FileStore(config.store, codingWith(config.fileKeys));
}

/** Opens the files in a data folder or backup folder. */
export function openFolderStore(folder: string, keys: FileKeys): KeptStore {
  return diskFileStore(join(folder, 'files'), codingWith(keys));
}

function codingWith({ current, previous }: FileKeys): Coding {
  return encryption({ current: current && masterKey(current), previous: previous.map(masterKey) });
}
