import type { Refusal } from '#core/refusal.ts';
import { lockStorageUsage } from '../../accounts/profile/storage-store.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import { scheduleRelease } from '../../records/stored-files/promise-release.ts';
import type { TemplatesDeps } from './deps.ts';

/** Reserves storage in the account for a template's file. A refused file is released. */
export async function pinFile(
  tx: Tx,
  services: TemplatesDeps,
  accountId: string,
  file: DraftFile,
): Promise<Refusal | undefined> {
  const full = await lockStorageUsage(tx, accountId, file.originalSize + file.baseSize, services);
  if (full) await scheduleRelease(tx, services.jobs, accountId, file);
  return full;
}
