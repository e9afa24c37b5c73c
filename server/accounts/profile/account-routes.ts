import { addressOf } from '#contract/address.ts';
import { signInPaths } from '#contract/paths.ts';
import type { Kysely } from 'kysely';
import { type PlanLimitsAnswer, accountRows } from '#contract/accounts/account.ts';
import { mailLimits } from '#core/document/mail-limit.ts';
import { domainOf } from '#core/account/sign-on.ts';
import { allowedTo } from '#core/permission/permission.ts';
import { planNames, plans } from '#core/plan/plans.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import { findPhoto, photoAddress } from './photo-store.ts';
import { findPreferences } from '../../records/preference-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Config } from '../../foundation/config/config.ts';
import { runsServer } from '../../records/first-account.ts';
import { readDashboardStats } from './dashboard-stats.ts';
import { chooseFreePlan } from '../../records/plan-store.ts';
import { findAccountFormats } from '../../records/formats-store.ts';
import { readUsage } from './usage.ts';

/** Routes for the signed-in user, and for the usage and limits of their account (specification §7). */
export function accountRoutes(
  db: Kysely<Schema>,
  now: Clock,
  config: Pick<Config, 'operatorEmails'>,
): Routes {
  return (app) => {
    serve(app, accountRows.readCurrentUser, async ({ user }) => {
      const { language, timezone, theme, autoSave } = await findPreferences(db, user);
      return {
        id: user.userId,
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        emailConfirmed: user.confirmedAt !== null,
        planType: user.planChosen ? user.plan : '',
        photo: photoAddress(await findPhoto(db, user)),
        language,
        timezone,
        theme,
        autoSave,
        formats: await findAccountFormats(db, user.accountId),
        accountId: user.accountId,
        role: user.role,
        twoFactorMissing: user.twoFactorMissing,
        signOnAt: user.signOnMissing
          ? addressOf(signInPaths.signIn, { query: { domain: domainOf(user.email) } })
          : null,
        can: user.twoFactorMissing || user.signOnMissing ? [] : allowedTo(user),
        closesAt: user.closesAt === null ? null : new Date(user.closesAt).toISOString(),
        isOperator: await runsServer(db, config, user),
      };
    });
    serve(app, accountRows.choosePlan, ({ user }) => chooseFreePlan(db, user.accountId));
    serve(app, accountRows.readDashboardStats, ({ user }) => readDashboardStats(db, user, now()));
    serve(app, accountRows.readUsage, ({ user }) => readUsage(db, user, now()));
    serve(app, accountRows.readPlanLimits, () => limitsOfPlans());
  };
}

function limitsOfPlans(): PlanLimitsAnswer {
  const available: PlanLimitsAnswer['available'] = {};
  for (const name of planNames) {
    const { limits } = plans[name];
    available[name] = {
      documents: limits.documentsPerMonth ?? -1,
      templates: limits.templates ?? -1,
      fileSize: limits.fileSize,
      recipients: limits.recipientsPerDocument ?? -1,
      storage: limits.storage,
      emailsPerDay: mailLimits[name].perDay,
    };
  }
  return { available };
}
