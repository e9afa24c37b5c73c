import { addressOf } from '#contract/address.ts';
import { accountPaths } from '#contract/paths.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { Member } from '../../records/preference-store.ts';

export type Photo = { sha256: string; mediaType: 'image/png' | 'image/jpeg' };

export async function findPhoto(db: Kysely<Schema>, member: Member): Promise<Photo | undefined> {
  const row = await db
    .selectFrom('member_photos')
    .select(['sha256', 'media_type'])
    .where('account_id', '=', member.accountId)
    .where('user_id', '=', member.userId)
    .executeTakeFirst();
  return row && { sha256: row.sha256, mediaType: row.media_type as Photo['mediaType'] };
}

/** Returns the URL of a member's photo. A new photo has a new URL, so browsers may cache it. */
export function photoAddress(photo: Photo | undefined): string | null {
  const version = photo?.sha256.slice(0, 16);
  return version === undefined ? null : addressOf(accountPaths.readPhoto, { params: { version } });
}

/** Sets or removes a member's photo. */
export async function savePhoto(
  tx: Tx,
  member: Member,
  photo: Photo | undefined,
  now: number,
): Promise<void> {
  if (!photo) {
    await tx
      .deleteFrom('member_photos')
      .where('account_id', '=', member.accountId)
      .where('user_id', '=', member.userId)
      .execute();
    return;
  }
  const row = { sha256: photo.sha256, media_type: photo.mediaType, updated_at: new Date(now) };
  await tx
    .insertInto('member_photos')
    .values({ account_id: member.accountId, user_id: member.userId, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(row))
    .execute();
}
