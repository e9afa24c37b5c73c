import { preferencesAnswer, preferencesChange } from '#contract/preferences.ts';
import type { PreferencesAnswer } from '#contract/preferences.ts';
import { changePreferences, effectiveNotifications } from '#core/preference/preferences.ts';
import type { Preferences } from '#core/preference/preferences.ts';
import { inTransaction } from '../db/transaction.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { signedIn } from '../http/signed-in.ts';
import { photoRoutes } from './photo-routes.ts';
import { findPreferences, lockMember, savePreferences } from '../records/preference-store.ts';
import type { Services } from '../services.ts';

/** What members choose for themselves (specification §2, /settings). */
export function memberRoutes(services: Services): Feature {
  return (app) => {
    preferenceRoutes(app, services);
    photoRoutes(app, services);
  };
}

function preferenceRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/user/preferences',
    { preHandler: signedIn, schema: { response: { 200: preferencesAnswer } } },
    async ({ user }) => preferencesView(await findPreferences(db, user)),
  );
  app.patch(
    '/api/user/preferences',
    { preHandler: signedIn, schema: { body: preferencesChange, response: { 200: preferencesAnswer } } },
    async ({ user, body }) =>
      inTransaction(db, async (tx) => {
        await lockMember(tx, user);
        const after = changePreferences(await findPreferences(tx, user), body);
        await savePreferences(tx, user, after, clock());
        return preferencesView(after);
      }),
  );
}

function preferencesView(preferences: Preferences): PreferencesAnswer {
  return { ...preferences, notifications: effectiveNotifications(preferences.notifications) };
}
