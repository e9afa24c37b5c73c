import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { aboutRows } from '#contract/routes/about.ts';
import type { Readiness } from '#contract/support.ts';
import type { ComponentName } from '#core/support/support.ts';
import { canOnlyAddToTrail } from '../db/running-role.ts';
import type { Schema } from '../db/schema.ts';
import type { App } from './fastify-app.ts';
import type { Log } from './log.ts';
import { serve } from './serve.ts';

/** Whether a part of the installation does its work. */
export type ComponentChecks = Partial<Record<Exclude<ComponentName, 'database'>, () => Promise<boolean>>>;

/** Anybody may ask as often as they like, so a finding holds for this long; and a check may take so long. Milliseconds. */
const holdsFor = 10_000;
const longestCheck = 5_000;

/**
 * /api/health: this process answers. /api/ready: and it can do its work, so it may be sent requests. Only without the
 * database it cannot (503), and while it ends it should not be; with anything else that is degraded it still can, and says what it is.
 */
export function healthRoutes(app: App, db: Kysely<Schema>, checks: ComponentChecks = {}): void {
  const upSince = new Date(Date.now() - process.uptime() * 1000).toISOString();
  let found: { at: number; components: Promise<Readiness['components']> } | undefined;

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
      found = { at: Date.now(), components: runChecks(checks, request.log) };
    }
    const trail = (await canOnlyAddToTrail(db)) ? 'only-grows' : 'guarded-by-triggers';
    return { status: 'ready', components: await found.components, trail, upSince };
  });
}

/** Each part as it is found, within some seconds. */
export async function runChecks(checks: ComponentChecks, log: Log): Promise<Readiness['components']> {
  const states = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const works = await withinTime(check()).catch((error: unknown) => {
        log.error({ err: error }, `the check of ${name} failed`);
        return false;
      });
      return [name, works ? 'ok' : 'degraded'] as const;
    }),
  );
  return { database: 'ok', ...Object.fromEntries(states) };
}

async function withinTime(check: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), longestCheck);
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}
