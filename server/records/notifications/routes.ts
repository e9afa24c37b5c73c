import type { Kysely } from 'kysely';
import { unreadHeader } from '#contract/accounts/notices.ts';
import { accountRows } from '#contract/accounts/account.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { linkToNext } from '../../foundation/http/link-to-next.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { Clock } from '../../ports/clock.ts';
import { countUnread, listNotices } from './list-notices.ts';
import { readNotices } from './read-notices.ts';

/** Routes for the notifications of a member. */
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
