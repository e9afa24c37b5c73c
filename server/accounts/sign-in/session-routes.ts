import { z } from 'zod';
import { securityRows } from '#contract/accounts/security-routes.ts';
import { refuse } from '#core/refusal.ts';
import { sessionTimes } from '#core/permission/session-times.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { Clock } from '../../ports/clock.ts';
import { deviceOf } from '../../foundation/http/input/device-name.ts';
import { embeddedIssuer, endProviderSession, endSignIns } from '../identity-provider/end-sign-ins.ts';

/** Routes for listing and ending the user's sessions (S-04). */
export function sessionRoutes(db: Kysely<Schema>, now: Clock): Routes {
  return (app) => {
    serve(app, securityRows.listSessions, async ({ user }) => {
      const rows = await db
        .selectFrom('sessions')
        .select(['handle', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
        .where('account_id', '=', user.accountId)
        .where('user_id', '=', user.userId)
        .where('created_at', '>', new Date(now() - sessionTimes.absolute))
        .where('last_seen_at', '>', new Date(now() - sessionTimes.idle))
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

    serve(app, securityRows.endSession, async ({ user, params, request: { ip } }) => {
      if (!z.uuid().safeParse(params.id).success) return unknown;
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
      return ended ? undefined : unknown;
    });

    /** Ends all sessions, including the current one. */
    serve(app, securityRows.endAllSessions, async ({ user, request: { ip }, reply }) => {
      await inTransaction(db, async (tx) => {
        const person = await tx
          .selectFrom('users')
          .select(['issuer', 'subject'])
          .where('account_id', '=', user.accountId)
          .where('id', '=', user.userId)
          .executeTakeFirst();
        if (!person) return;
        // Also ends the person's sessions in other accounts, since someone else may have access to any of
        // these sessions.
        await tx
          .deleteFrom('sessions')
          .using('users')
          .whereRef('users.account_id', '=', 'sessions.account_id')
          .whereRef('users.id', '=', 'sessions.user_id')
          .where('users.issuer', '=', person.issuer)
          .where('users.subject', '=', person.subject)
          .execute();
        if (person.issuer === embeddedIssuer) await endSignIns(tx, person.subject);
        const event = { type: 'signed_out_everywhere' as const, userId: user.userId, ip };
        await recordAccountEvent(tx, user.accountId, event, now());
      });
      reply.clearCookie(app.sessionCookie.name, app.sessionCookie.options);
    });
  };
}

const unknown = refuse('not-found', 'This session has already ended.');
