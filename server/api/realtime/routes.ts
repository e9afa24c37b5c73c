import type { FastifyReply } from 'fastify';
import { accountRows } from '#contract/accounts/account.ts';
import { ceremonyRows } from '#contract/signing/ceremony-routes.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { openCeremony } from '../../signing/ceremony/open-link.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { SessionUser } from '../../foundation/http/session.ts';
import type { RealtimeDeps } from './deps.ts';
import { openHub, type Hub } from './hub.ts';
import { nothing, type Reader, type Sees } from './readers.ts';

/** Streams of hints for open pages. Members use their session, signers their link. */
export function liveRoutes(services: RealtimeDeps): Routes {
  const { database, clock } = services;
  return (app) => {
    const report = (err: unknown): void => app.log.warn({ err }, 'live updates are interrupted');
    const hub = openHub({
      database,
      clock,
      report,
      livingSessions: (keys) => app.sessions.living(keys),
    });
    // Starts before the first request, so that changes during page load are not missed.
    app.addHook('onListen', async () => hub.start().catch(report));
    // Runs before the server waits for connections to end, because streams end only when asked to.
    app.addHook('preClose', () => hub.close());

    serve(app, accountRows.followAccount, async ({ user, request, reply }) => {
      const { accountId, userId } = user;
      const id = request.cookies[app.sessionCookie.name];
      const key = id === undefined ? userId : app.sessions.keyOf(id);
      const look = async () => seesOf(app, id === undefined ? user : await app.sessions.look(id));
      const reader = { kind: 'member', key, accountId, userId, look } as const;
      return sendStream(reply, hub, { ...reader, sees: await seesOf(app, user) });
    });

    // Without the link's codes, not even the times of changes are revealed (S-12).
    serve(app, ceremonyRows.followCeremony, async ({ visit, reply }) => {
      const ceremony = await openCeremony(services, visit);
      if (isRefusal(ceremony)) return ceremony;
      return sendStream(reply, hub, { kind: 'signer', key: visit.recipientId, ...visit });
    });
  };
}

/**
 * Returns the visibility check for a member; undefined if they can see everything. A member who does not meet
 * the account's sign-in requirements can see nothing.
 */
async function seesOf({ sights }: App, user: SessionUser | undefined): Promise<Sees | undefined> {
  if (!user || user.twoFactorMissing || user.signOnMissing) return nothing;
  const { accountId } = user;
  if ((await sights.of(user)).all) return undefined;
  return async (noun, thing) =>
    (await sights.access({ accountId, sight: await sights.of(user) }, noun, thing)) !== 'none';
}

const full = refuse('too-many-requests', 'Too many pages are receiving live updates. Try again in a minute.');

async function sendStream(reply: FastifyReply, hub: Hub, reader: Reader): Promise<FastifyReply | Refusal> {
  const stream = await hub.join(reader);
  if (!stream) return full;
  // Proxies must not buffer, compress or cache a real-time stream.
  reply.header('cache-control', 'no-store, no-transform');
  reply.header('x-accel-buffering', 'no');
  return reply.type('text/event-stream; charset=utf-8').send(stream.body);
}
