import type { Kysely } from 'kysely';
import type { ReadNoticesBody } from '#contract/accounts/notices.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';

/** Marks these or all notifications of a member as read. Unknown ids and those of others are ignored. */
export async function readNotices(
  db: Kysely<Schema>,
  reader: { accountId: string; userId: string },
  which: ReadNoticesBody,
  now: number,
): Promise<void> {
  let unread = db
    .updateTable('notices')
    .set({ read_at: new Date(now) })
    .where('account_id', '=', reader.accountId)
    .where('user_id', '=', reader.userId)
    .where('read_at', 'is', null);
  if ('ids' in which) {
    const ids = which.ids.filter(isId);
    if (ids.length === 0) return;
    unread = unread.where('id', 'in', ids);
  }
  await unread.execute();
}
