import { z } from 'zod';
import { sessionList } from '#contract/security.ts';
import { refuse } from '#core/refusal.ts';
import { recordAccountEvent } from '../records/account-event-store.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Feature } from '../http/fastify-app.ts';
import { sendRefusal } from '../http/problems.ts';
import type { Clock } from '../ports/clock.ts';
import { deviceOf } from '../http/device-name.ts';
import { embeddedIssuer, endProviderSession, endSignIns } from '../identity-provider/end-sign-ins.ts';
import { absolute, idle } from './sessions.ts';
import { signedIn } from '../http/signed-in.ts';

const guarded = { preHandler: signedIn };

/** Where somebody is signed in, and how to end it (S-04). */
export function sessionRoutes(db: Kysely<Schema>, now: Clock): Feature {
  return (app) => {
    const response = { response: { 200: sessionList } };
    app.get('/api/sessions', { ...guarded, schema: response }, async ({ user }) => {
      const rows = await db
        .selectFrom('sessions')
        .select(['handle', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
        .where('account_id', '=', user.accountId)
        .where('user_id', '=', user.userId)
        .where('created_at', '>', new Date(now() - absolute))
        .where('last_seen_at', '>', new Date(now() - idle))
        .orderBy('created_at', 'desc')
        .orderBy('handle')
        .limit(100)
        .execute();
      return rows.map((row) => ({
        id: row.handle,
        ...deviceOf(row.user_agent),
        ip: row.ip,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
        current: row.handle === user.session,
      }));
    });

    const byId = { params: z.object({ id: z.string() }) };
    app.delete('/api/sessions/:id', { ...guarded, schema: byId }, async ({ user, params, ip }, reply) => {
      if (!z.uuid().safeParse(params.id).success) return sendRefusal(reply, unknown);
      const ended = await inTransaction(db, async (tx) => {
        const row = await tx
          .deleteFrom('sessions')
          .where('account_id', '=', user.accountId)
          .where('user_id', '=', user.userId)
          .where('handle', '=', params.id)
          .returning('provider_session')
          .executeTakeFirst();
        if (!row) return false;
        await endProviderSession(tx, row.provider_session);
        const event = { type: 'session_ended' as const, userId: user.userId, ip };
        await recordAccountEvent(tx, user.accountId, event, now());
        return true;
      });
      return ended ? reply.code(204).send() : sendRefusal(reply, unknown);
    });

    /** Everywhere, here too. */
    app.delete('/api/sessions', guarded, async ({ user, ip }, reply) => {
      await inTransaction(db, async (tx) => {
        const person = await tx
          .deleteFrom('sessions')
          .using('users')
          .whereRef('users.account_id', '=', 'sessions.account_id')
          .whereRef('users.id', '=', 'sessions.user_id')
          .where('sessions.account_id', '=', user.accountId)
          .where('sessions.user_id', '=', user.userId)
          .returning(['users.issuer', 'users.subject'])
          .executeTakeFirst();
        if (!person) return;
        if (person.issuer === embeddedIssuer) await endSignIns(tx, person.subject);
        const event = { type: 'signed_out_everywhere' as const, userId: user.userId, ip };
        await recordAccountEvent(tx, user.accountId, event, now());
      });
      reply.clearCookie(app.sessionCookie.name, app.sessionCookie.options);
      return reply.code(204).send();
    });
  };
}

const unknown = refuse('not-found', 'This session has ended already.');
