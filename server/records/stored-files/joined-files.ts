import { sql, type Kysely } from 'kysely';
import type { DocumentFile } from '#core/document/files.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import { neededFiles } from './needed-files.ts';
import { scheduleReleaseOf } from './promise-release.ts';

type Joined = { originalSha256: string; files?: readonly DocumentFile[] | null };

/** Records from which stored files a file was joined, in the transaction that starts to use it. */
export async function recordJoined(
  tx: Tx,
  accountId: string,
  { originalSha256, files }: Joined,
  now: number,
): Promise<void> {
  const sizes = new Map(
    (files ?? []).flatMap((file) => [
      [file.originalSha256, file.originalSize],
      [file.baseSha256, file.baseSize],
    ]),
  );
  if (sizes.size === 0) return;
  const at = new Date(now);
  await tx
    .insertInto('joined_files')
    .values(
      [...sizes].map(([sha256, size]) => ({
        ...{ account_id: accountId, joined_sha256: originalSha256, sha256, size, joined_at: at },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'joined_sha256', 'sha256']).doUpdateSet({ joined_at: at }),
    )
    .execute();
}

/** Queues a check of whether an ingested file, and the files joined in it, are still needed. */
export function releaseIngested(
  tx: Tx,
  jobs: JobQueue,
  accountId: string,
  file: Joined & { baseSha256: string },
): Promise<unknown> {
  const all = [file, ...(file.files ?? [])];
  const named = all.flatMap(({ originalSha256, baseSha256 }) => [originalSha256, baseSha256]);
  return scheduleReleaseOf(tx, jobs, accountId, named);
}

/**
 * Removes the records of released files that no row needs any more, and returns the stored files that were
 * joined in them. Records made after `joinedBefore` (ms UTC) may belong to a running request and are kept.
 */
export async function removeJoined(
  db: Kysely<Schema>,
  released: readonly string[],
  joinedBefore: number,
): Promise<string[]> {
  const needed = await neededFiles(db, released);
  const unneeded = released.filter((sha256) => !needed.has(sha256));
  if (unneeded.length === 0) return [];
  const rows = await db
    .deleteFrom('joined_files')
    .where('joined_sha256', 'in', unneeded)
    .where('joined_at', '<', new Date(joinedBefore))
    .returning(sql<string>`sha256`.as('sha256'))
    .execute();
  return [...new Set(rows.map(({ sha256 }) => sha256))];
}
