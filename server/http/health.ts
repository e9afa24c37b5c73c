import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { App } from './fastify-app.ts';

/** /api/health: this process answers. /api/ready: and it can do its work, so it may be sent requests. */
export function healthRoutes(app: App, db: Kysely<Schema>): void {
  app.get('/api/health', async () => ({ status: 'ok' }));
  app.get('/api/ready', async (request, reply) => {
    try {
      await sql`SELECT 1`.execute(db);
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'not ready', waitingFor: 'database' });
    }
  });
}
