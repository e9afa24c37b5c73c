import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { aboutRows } from '#contract/operations/about-routes.ts';
import type { Readiness } from '#contract/operations/support.ts';
import type { ComponentName } from '#core/support/support.ts';
import { canOnlyAddToTrail } from '../../db/running-role.ts';
import type { Schema } from '../../db/schema.ts';
import type { App } from '../fastify-app.ts';
import type { Log } from '../log.ts';
import { serve } from '../serve.ts';

/** For each component, a check that returns whether it works, or a reason in a sentence without secrets. */
export type ComponentChecks = Partial<
  Record<Exclude<ComponentName, 'database'>, () => Promise<boolean | { reason: string }>>
>;

/** The state of each component, with a reason for each problem. */
export type CheckedParts = Required<Pick<Readiness, 'components' | 'reasons'>>;

/**
 * Milliseconds for which results are cached, since anyone may request them. Also the timeout of each check.
 */
const holdsFor = 10_000;
const maxCheckMs = 5_000;

/**
 * /api/health says that this process responds. /api/ready says whether it can handle requests: it returns 503
 * only without the database and during shutdown. If other components are degraded, it returns 200 and lists
 * them.
 */
export function healthRoutes(app: App, db: Kysely<Schema>, checks: ComponentChecks = {}): void {
  const upSince = new Date(Date.now() - process.uptime() * 1000).toISOString();
  let found: { at: number; parts: Promise<CheckedParts> } | undefined;

  const ends = { status: 'not ready', components: {}, upSince, stopping: true } as const;

  serve(app, aboutRows.readHealth, () => ({ status: 'ok' as const }));
  serve(app, aboutRows.readReadiness, async ({ request, reply }): Promise<Readiness> => {
    if (app.ending.begun) {
      reply.code(503);
      return ends;
    }
    try {
      await sql`SELECT 1`.execute(db);
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      reply.code(503);
      const components = { database: 'degraded' } as const;
      return { status: 'not ready', components, upSince, waitingFor: 'database' };
    }
    if (!found || Date.now() - found.at >= holdsFor) {
      found = { at: Date.now(), parts: runChecks(checks, request.log) };
    }
    const trail = (await canOnlyAddToTrail(db)) ? 'only-grows' : 'guarded-by-triggers';
    const { components, reasons } = await found.parts;
    const said = Object.keys(reasons).length > 0 ? { reasons } : {};
    return { status: 'ready', components, ...said, trail, upSince };
  });
}

/** Runs all checks and returns within a few seconds. */
export async function runChecks(checks: ComponentChecks, log: Log): Promise<CheckedParts> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const works = await withinTime(check()).catch((error: unknown) => {
        log.error({ err: error }, `the check of ${name} failed`);
        return false;
      });
      return { name: name as ComponentName, works };
    }),
  );
  const states = found.map(({ name, works }) => [name, works === true ? 'ok' : 'degraded'] as const);
  const reasons = found.flatMap(({ name, works }) =>
    typeof works === 'object' ? [[name, works.reason] as const] : [],
  );
  return {
    components: { database: 'ok', ...Object.fromEntries(states) },
    reasons: Object.fromEntries(reasons),
  };
}

async function withinTime<Found>(check: Promise<Found>): Promise<Found | false> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), maxCheckMs);
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}
