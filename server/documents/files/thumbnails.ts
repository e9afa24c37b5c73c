import type { Kysely } from 'kysely';
import { findContradictedSeals } from '../../records/trail/stated-seals.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { oneAtATime } from '../../foundation/http/one-at-a-time.ts';
import { NoSuchFileError, type FileStore } from '../../ports/file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';

/** Width in pixels: twice the width of a card, for high-density screens. */
const width = 440;

type Ports = { db: Kysely<Schema>; files: FileStore; pdf: PdfEngine };
export type Thumbnails = {
  /** Returns the name of the stored picture; undefined if the file cannot be rendered. */
  of(accountId: string, fileSha256: string): Promise<string | undefined>;
};

/**
 * Pictures of first pages, which are rendered on first request and then stored. One per account is rendered
 * at a time, so that a large new library has only one file in memory and does not delay other accounts.
 */
export function openThumbnails({ db, files, pdf }: Ports): Thumbnails {
  const underWay = new Map<string, Promise<string | undefined>>();
  const inTurn = oneAtATime();
  const draw = async (accountId: string, file: string): Promise<string | undefined> => {
    const known = await findThumbnail(db, accountId, file);
    if (known !== undefined && (await files.has(known))) return known;
    const png = await pdf.thumbnail({ pdf: await files.read(file), width }, accountId);
    if (!png) return undefined;
    const image = await files.put(png);
    await saveThumbnail(db, { accountId, file, image });
    return image;
  };
  return {
    async of(accountId, file) {
      const known = await findThumbnail(db, accountId, file);
      if (known !== undefined) return known;
      const key = `${accountId} ${file}`;
      const drawing =
        underWay.get(key) ??
        inTurn(accountId, () => draw(accountId, file))
          .catch((error: unknown) => {
            if (error instanceof NoSuchFileError) return undefined;
            throw error;
          })
          .finally(() => underWay.delete(key));
      underWay.set(key, drawing);
      return drawing;
    },
  };
}

async function findThumbnail(
  db: Kysely<Schema>,
  accountId: string,
  file: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('thumbnails')
    .select('image_sha256')
    .where('account_id', '=', accountId)
    .where('file_sha256', '=', file)
    .executeTakeFirst();
  return row?.image_sha256;
}

async function saveThumbnail(
  db: Kysely<Schema>,
  { accountId, file, image }: { accountId: string; file: string; image: string },
): Promise<void> {
  await db
    .insertInto('thumbnails')
    .values({ account_id: accountId, file_sha256: file, image_sha256: image })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'file_sha256']).doUpdateSet({ image_sha256: image }),
    )
    .execute();
}

/**
 * Returns the file whose first page represents a document. This includes documents in the bin that can be
 * restored.
 */
export async function findShownFile(
  db: Kysely<Schema>,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const row = await db
    .selectFrom('documents')
    .select(['base_sha256', 'sealed_sha256'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  if (!row || row.sealed_sha256 === null) return row?.base_sha256;
  const named = { id, sealedSha256: row.sealed_sha256, augmentation: null };
  const others = await findContradictedSeals(db, accountId, [named]);
  return others.length > 0 ? row.base_sha256 : row.sealed_sha256;
}
