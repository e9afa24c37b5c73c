import type { Kysely } from 'kysely';
import { mailRows } from '#contract/messages/mail-routes.ts';
import { changePreferences } from '#core/preference/preferences.ts';
import { refuse } from '#core/refusal.ts';
import type { Schema } from '../../../foundation/db/schema.ts';
import { inTransaction } from '../../../foundation/db/transaction.ts';
import type { App } from '../../../foundation/http/fastify-app.ts';
import { authenticates, serve } from '../../../foundation/http/serve.ts';
import {
  findPreferences,
  isMember,
  lockMemberForUpdate,
  savePreferences,
} from '../../../records/preference-store.ts';
import type { MailDeps } from '../deps.ts';
import { readUnsubscribeToken, type Subscribed } from './unsubscribe-link.ts';

declare module '../../../foundation/http/serve.ts' {
  interface Callers {
    subscriber: { subscribed: Subscribed };
  }
}

/** Disables one kind of email with one click in a mail program (RFC 8058). */
export function unsubscribeRoutes(app: App, { db, clock, unsubscribeKey }: MailDeps): void {
  authenticates(app, 'subscriber', {
    async caller({ params }) {
      const subscribed = readUnsubscribeToken(unsubscribeKey, (params as { token: string }).token);
      return subscribed ? { subscribed } : forged;
    },
  });
  serve(app, mailRows.unsubscribe, ({ subscribed }) => switchOff(db, subscribed, clock()));
  // Mail scanners follow links (RFC 8058 §1), so opening this one only shows the settings.
  serve(app, mailRows.showMailSwitches, ({ reply }) => reply.redirect('/settings/notifications', 302));
}

async function switchOff(db: Kysely<Schema>, { news, ...member }: Subscribed, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await isMember(tx, member))) return;
    await lockMemberForUpdate(tx, member);
    const off = { notifications: { [news]: { mail: false } } };
    await savePreferences(tx, member, changePreferences(await findPreferences(tx, member), off), now);
  });
}

const forged = refuse('not-found', 'This link is not from one of our emails. Nothing was changed.');
