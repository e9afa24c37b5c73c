import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Member } from './preference-store.ts';

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

/** Where a member's photo is shown from. A new photo has a new address, so a browser may keep the old one. */
export function photoAddress(photo: Photo | undefined): string | null {
  return photo ? `/api/user/photo/${photo.sha256.slice(0, 16)}` : null;
}
