import type { Refusal } from '#core/refusal.ts';
import { holdStorage } from '../account/storage-store.ts';
import type { Tx } from '../db/transaction.ts';
import type { DraftFile } from '../records/draft-file.ts';
import { promiseRelease } from '../files/promise-release.ts';
import type { Services } from '../services.ts';

/** Reserves storage in the account for a template's file; a refused file is released. */
export async function holdFile(
  tx: Tx,
  services: Services,
  accountId: string,
  file: DraftFile,
): Promise<Refusal | undefined> {
  const full = await holdStorage(tx, accountId, file.originalSize + file.baseSize, services);
  if (full) await promiseRelease(tx, services.jobs, accountId, file);
  return full;
}
