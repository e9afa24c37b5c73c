import type { Kysely } from 'kysely';
import { unreadHeader, type ReadNoticesBody } from '#contract/accounts/notices.ts';
import { accountRows } from '#contract/accounts/account.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { linkToNext } from '../../foundation/http/link-to-next.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { Clock } from '../../ports/clock.ts';
import { countUnread, listNotices } from './list-notices.ts';
import { isId } from '../../foundation/db/new-id.ts';

/** Routes for a member's notifications. */
export function noticeRoutes({ db, clock }: { db: Kysely<Schema>; clock: Clock }): Routes {
  return (app) => {
    serve(app, accountRows.listNotices, async ({ user, query, request, reply }) => {
      const { notices, next } = await listNotices(db, user, query);
      if (next) reply.header('link', linkToNext(request.url, next));
      reply.header(unreadHeader, String(await countUnread(db, user)));
      return notices;
    });
    serve(app, accountRows.readNotices, ({ user, body }) => readNotices(db, user, body, clock()));
  };
}

/** Marks these or all of a member's notifications as read. Ignores unknown ids and those of other members. */
async function readNotices(
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
