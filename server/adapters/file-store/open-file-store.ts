import { join } from 'node:path';
import type { FileStore } from '#server/ports/file-store.ts';
import type { StoreSettings } from '#server/store-settings.ts';
import { diskFileStore } from './disk.ts';

/** The store that the settings name. The client of S3 is loaded where it is one. */
export async function openFileStore(config: {
  dataDir: string;
  store: StoreSettings | undefined;
}): Promise<FileStore> {
  if (!config.store) return diskFileStore(join(config.dataDir, 'files'));
  const { s3FileStore } = await import('./s3.ts');
  return s3FileStore(config.store);
}
