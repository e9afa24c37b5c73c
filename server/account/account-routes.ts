import type { Kysely } from 'kysely';
import { choosePlanBody, currentUser, dashboardStats, planLimits, userUsage } from '#contract/account.ts';
import type { PlanLimitsAnswer } from '#contract/account.ts';
import { planNames, plans } from '#core/plan/plans.ts';
import type { Schema } from '../db/schema.ts';
import type { Feature } from '../http/fastify-app.ts';
import { signedIn } from '../http/signed-in.ts';
import { findPhoto, photoAddress } from './photo-store.ts';
import { findPreferences } from '../records/preference-store.ts';
import type { Clock } from '../ports/clock.ts';
import { readDashboardStats } from './dashboard-stats.ts';
import { chooseFreePlan } from '../records/plan-store.ts';
import { readUsage } from './usage.ts';

/** Who is signed in, and what their account has used and may use (specification §7). */
export function accountRoutes(db: Kysely<Schema>, now: Clock): Feature {
  return (app) => {
    app.get(
      '/api/auth/user',
      { preHandler: signedIn, schema: { response: { 200: currentUser } } },
      async ({ user }) => {
        const { language, timezone, theme, autoSave } = await findPreferences(db, user);
        return {
          id: user.userId,
          firstName: user.firstName,
          lastName: user.lastName,
          email: user.email,
          emailConfirmed: user.confirmedAt !== null,
          planType: user.planChosen ? user.plan : '',
          photo: photoAddress(await findPhoto(db, user)),
          ...{ language, timezone, theme, autoSave },
        };
      },
    );
    app.put(
      '/api/user/plan',
      { preHandler: signedIn, schema: { body: choosePlanBody } },
      async ({ user }, reply) => {
        await chooseFreePlan(db, user.accountId);
        return reply.code(204).send();
      },
    );
    app.get(
      '/api/dashboard/stats',
      { preHandler: signedIn, schema: { response: { 200: dashboardStats } } },
      async ({ user }) => readDashboardStats(db, user.accountId, now()),
    );
    app.get(
      '/api/user/usage',
      { preHandler: signedIn, schema: { response: { 200: userUsage } } },
      async ({ user }) => readUsage(db, user, now()),
    );
    app.get(
      '/api/plan/limits',
      { preHandler: signedIn, schema: { response: { 200: planLimits } } },
      async () => limitsOfPlans(),
    );
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
    };
  }
  return { available };
}
