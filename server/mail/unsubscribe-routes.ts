import type { Kysely } from 'kysely';
import { changePreferences } from '#core/preference/preferences.ts';
import { refuse } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { App } from '../http/fastify-app.ts';
import { sendRefusal } from '../http/problems.ts';
import { findPreferences, isMember, lockMember, savePreferences } from '../records/preference-store.ts';
import type { Services } from '../services.ts';
import { readUnsubscribeToken, unsubscribePath, type Subscribed } from './unsubscribe-link.ts';

/** The body is a form with List-Unsubscribe=One-Click, urlencoded or in parts; it says nothing that is not known. */
const bodyLimit = 4096;

/** One click in a mail program switches one kind of mail off (RFC 8058). */
export function unsubscribeRoutes(app: App, { db, clock, unsubscribeKey }: Services): void {
  app.post<{ Params: { token: string } }>(
    `${unsubscribePath}/:token`,
    { bodyLimit },
    async ({ params }, reply) => {
      const subscribed = readUnsubscribeToken(unsubscribeKey, params.token);
      if (!subscribed) return sendRefusal(reply, forged);
      await switchOff(db, subscribed, clock());
      return reply.code(204).send();
    },
  );
  // Scanners follow links (RFC 8058 §1): opening one changes nothing, and shows where the switches are.
  app.get(`${unsubscribePath}/:token`, async (_request, reply) =>
    reply.redirect('/settings#notifications', 302),
  );
}

async function switchOff(db: Kysely<Schema>, { news, ...member }: Subscribed, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await isMember(tx, member))) return;
    await lockMember(tx, member);
    const off = { notifications: { [news]: { mail: false } } };
    await savePreferences(tx, member, changePreferences(await findPreferences(tx, member), off), now);
  });
}

const forged = refuse('not-found', 'This link is not from one of our mails. Nothing was changed.');
