import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../foundation/process/durable-files.ts';

/** Path of a file whose modification time is that of the newest finished backup. /metrics reports it. */
export const lastBackup = (dataDir: string): string => join(dataDir, 'last-backup');

export function recordBackup(dataDir: string, at: string): Promise<void> {
  return replaceFile(lastBackup(dataDir), `${at}\n`, 0o644);
}

/** Returns a time in ms UTC; undefined if no backup of this data folder has finished. */
export async function newestBackup(dataDir: string): Promise<number | undefined> {
  const file = await stat(lastBackup(dataDir)).catch(() => undefined);
  return file?.mtimeMs;
}

/** Two days, as in the alert CountersignBackupOld. A single failed daily backup is not overdue yet. */
export const isBackupOverdue = (at: number, now: number): boolean => now - at > 2 * 86_400_000;
