import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { neededFiles } from './needed-files.ts';
import { MAX_UPLOAD_MS } from './promise-release.ts';
import type { StoredFilesDeps } from './deps.ts';
import { removeJoined } from './joined-files.ts';

type Db = Kysely<Schema>;

/**
 * Deletes released files unless a document or template still needs them, since equal bytes are stored only
 * once. Idempotent.
 */
export async function releaseFiles(
  { db, files, clock }: Pick<StoredFilesDeps, 'db' | 'files' | 'clock'>,
  accountId: string,
  released: readonly string[],
): Promise<void> {
  const putBefore = clock() - MAX_UPLOAD_MS;
  const parts = await removeJoined(db, released, putBefore);
  for (const sha256 of [...released, ...parts]) {
    if (!(await isShownIn(db, accountId, sha256))) {
      const image = await deleteThumbnail(db, accountId, sha256);
      if (image && !(await neededFiles(db, [image])).has(image)) await files.delete(image, { putBefore });
    }
    if (!(await neededFiles(db, [sha256])).has(sha256)) await files.delete(sha256, { putBefore });
  }
}

async function isShownIn(db: Db, accountId: string, sha256: string): Promise<boolean> {
  const document = await db
    .selectFrom('documents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('files_kept', '=', true)
    .where('base_sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  if (document) return true;
  const template = await db
    .selectFrom('templates')
    .select('id')
    .where('account_id', '=', accountId)
    .where('base_sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return template !== undefined;
}

async function deleteThumbnail(db: Db, accountId: string, sha256: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('thumbnails')
    .where('account_id', '=', accountId)
    .where('file_sha256', '=', sha256)
    .returning('image_sha256')
    .executeTakeFirst();
  return row?.image_sha256;
}
