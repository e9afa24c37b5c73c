import type { Kysely } from 'kysely';
import type { NoticeChoices } from '#core/notice/kinds.ts';
import { defaultPreferences } from '#core/preference/preferences.ts';
import type { AppLanguage, Preferences, SavedView, ThemeChoice } from '#core/preference/preferences.ts';
import type { Schema } from '../foundation/db/schema.ts';
import type { Tx } from '../foundation/db/transaction.ts';

export type Member = { accountId: string; userId: string };

/** Returns a member's preferences or the defaults. */
export async function findPreferences(db: Kysely<Schema>, member: Member): Promise<Preferences> {
  const row = await db
    .selectFrom('preferences')
    .select(['language', 'timezone', 'theme', 'auto_save', 'notifications', 'views'])
    .where('account_id', '=', member.accountId)
    .where('user_id', '=', member.userId)
    .executeTakeFirst();
  if (!row) return defaultPreferences;
  return {
    language: row.language as AppLanguage | null,
    timezone: row.timezone,
    theme: row.theme as ThemeChoice,
    autoSave: row.auto_save,
    notifications: row.notifications as NoticeChoices,
    views: row.views as SavedView[],
  };
}

/** Returns a member's choices of notifications, for `wants` in core/notice. */
export async function findNoticeChoices(db: Kysely<Schema>, member: Member): Promise<NoticeChoices> {
  return (await findPreferences(db, member)).notifications;
}

/**
 * Changes a member's preferences one request at a time, so that two settings changed at the same moment are
 * both saved. Locks the member's row, since the preferences row may not exist yet.
 */
export async function lockMemberForUpdate(tx: Tx, member: Member): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', member.accountId)
    .where('id', '=', member.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function isMember(db: Kysely<Schema>, { accountId, userId }: Member): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function savePreferences(
  tx: Tx,
  member: Member,
  preferences: Preferences,
  now: number,
): Promise<void> {
  const row = {
    language: preferences.language,
    timezone: preferences.timezone,
    theme: preferences.theme,
    auto_save: preferences.autoSave,
    notifications: preferences.notifications,
    views: preferences.views,
    updated_at: new Date(now),
  };
  await tx
    .insertInto('preferences')
    .values({ account_id: member.accountId, user_id: member.userId, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(row))
    .execute();
}
