import type { FastifyReply } from 'fastify';
import { accountRows } from '#contract/routes/account.ts';
import { ceremonyRows } from '#contract/routes/ceremony.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Feature } from '../http/fastify-app.ts';
import { serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { openHub, type Hub } from './hub.ts';
import type { Reader } from './readers.ts';

/** Streams of hints for whoever has a page open: members by their session, signers by their link. */
export function liveRoutes(services: Services): Feature {
  const { database, clock } = services;
  return (app) => {
    const report = (err: unknown): void => app.log.warn({ err }, 'live updates are interrupted');
    const hub = openHub({
      database,
      clock,
      report,
      livingSessions: (keys) => app.sessions.living(keys),
    });
    // Before the first page asks: what changes while it loads is heard already.
    app.addHook('onListen', async () => hub.start().catch(report));
    // Before the connections are waited for: a stream ends only when it is told to.
    app.addHook('preClose', () => hub.close());

    serve(app, accountRows.followAccount, ({ user, request, reply }) => {
      const { accountId, userId } = user;
      const id = request.cookies[app.sessionCookie.name];
      const key = id === undefined ? userId : app.sessions.keyOf(id);
      const sees = async (noun: 'documents' | 'bulk', thing: string): Promise<boolean> => {
        const sight = await app.sights.of(user);
        return (await app.sights.access({ accountId, sight }, noun, thing)) !== 'none';
      };
      const closed = user.sight.all ? {} : { sees };
      return sendStream(reply, hub, { kind: 'member', key, accountId, userId, ...closed });
    });

    serve(app, ceremonyRows.followCeremony, ({ visit, reply }) =>
      sendStream(reply, hub, { kind: 'signer', key: visit.recipientId, ...visit }),
    );
  };
}

const full = refuse(
  'too-many-requests',
  'Too many pages are following along just now; try again in a minute.',
);

async function sendStream(reply: FastifyReply, hub: Hub, reader: Reader): Promise<FastifyReply | Refusal> {
  const stream = await hub.join(reader);
  if (!stream) return full;
  // No proxy may gather, compress or keep what is only worth something at once.
  reply.header('cache-control', 'no-store, no-transform');
  reply.header('x-accel-buffering', 'no');
  return reply.type('text/event-stream; charset=utf-8').send(stream.body);
}
