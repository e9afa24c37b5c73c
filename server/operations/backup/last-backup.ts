import { join } from 'node:path';
import { replaceFile } from '../../foundation/process/durable-files.ts';

/** Its time is that of the newest finished backup, for /metrics. */
export const lastBackup = (dataDir: string): string => join(dataDir, 'last-backup');

export function noteBackup(dataDir: string, at: string): Promise<void> {
  return replaceFile(lastBackup(dataDir), `${at}\n`, 0o644);
}
