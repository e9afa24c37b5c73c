import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { deviceName } from '../../foundation/http/input/device-name.ts';
import type { SessionOrigin } from '../../foundation/http/session.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';

type Arrival = {
  request: FastifyRequest;
  reply: FastifyReply;
  user: { accountId: string; userId: string };
};

/** Signs the person in and ends this browser's previous session. */
export async function beginSession(
  app: App,
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { request, reply, user }: Arrival,
  { idToken, ...origin }: Omit<SessionOrigin, 'ip' | 'userAgent'> & { idToken?: string | undefined } = {},
): Promise<void> {
  const before = request.cookies[app.sessionCookie.name];
  if (before !== undefined) await app.sessions.end(before);
  const userAgent = request.headers['user-agent'];
  const session = await app.sessions.begin(user, idToken, { ...origin, ip: request.ip, userAgent });
  const { accountId, userId } = user;
  const event = { type: 'signed_in' as const, userId, ip: request.ip, detail: deviceName(userAgent) };
  await inTransaction(db, (tx) => recordAccountEvent(tx, accountId, event, clock()));
  reply.setCookie(app.sessionCookie.name, session, app.sessionCookie.options);
}
