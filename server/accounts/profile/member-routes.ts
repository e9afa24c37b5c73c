import type { PreferencesAnswer } from '#contract/accounts/preferences.ts';
import { accountRows } from '#contract/accounts/account.ts';
import { changePreferences, effectiveNotifications } from '#core/preference/preferences.ts';
import type { Preferences } from '#core/preference/preferences.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { photoRoutes } from './photo-routes.ts';
import { findPreferences, lockMemberForUpdate, savePreferences } from '../../records/preference-store.ts';
import type { ProfileDeps } from './deps.ts';

/** Routes for members' preferences (specification §2, /settings). */
export function memberRoutes(services: ProfileDeps): Routes {
  return (app) => {
    preferenceRoutes(app, services);
    photoRoutes(app, services);
  };
}

function preferenceRoutes(app: App, { db, clock }: ProfileDeps): void {
  serve(app, accountRows.readPreferences, async ({ user }) =>
    preferencesView(await findPreferences(db, user)),
  );
  serve(app, accountRows.changePreferences, ({ user, body }) =>
    inTransaction(db, async (tx) => {
      await lockMemberForUpdate(tx, user);
      const after = changePreferences(await findPreferences(tx, user), body);
      await savePreferences(tx, user, after, clock());
      return preferencesView(after);
    }),
  );
}

function preferencesView(preferences: Preferences): PreferencesAnswer {
  return { ...preferences, notifications: effectiveNotifications(preferences.notifications) };
}
