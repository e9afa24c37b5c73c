import type { Kysely } from 'kysely';
import { noticesQuery, readNoticesBody, unreadHeader } from '#contract/notices.ts';
import type { Schema } from '../db/schema.ts';
import type { Feature } from '../http/fastify-app.ts';
import { linkToNext } from '../http/link-to-next.ts';
import { signedIn } from '../http/signed-in.ts';
import type { Clock } from '../ports/clock.ts';
import { countUnread, listNotices } from './list-notices.ts';
import { readNotices } from './read-notices.ts';

const guarded = { preHandler: signedIn };

/** What the bell of a member shows. */
export function noticeRoutes({ db, clock }: { db: Kysely<Schema>; clock: Clock }): Feature {
  return (app) => {
    app.get('/api/notices', { ...guarded, schema: { querystring: noticesQuery } }, async (request, reply) => {
      const { notices, next } = await listNotices(db, request.user, request.query);
      if (next) reply.header('link', linkToNext(request.url, next));
      reply.header(unreadHeader, String(await countUnread(db, request.user)));
      return notices;
    });

    app.post(
      '/api/notices/read',
      { ...guarded, schema: { body: readNoticesBody } },
      async (request, reply) => {
        await readNotices(db, request.user, request.body, clock());
        return reply.code(204).send();
      },
    );
  };
}
