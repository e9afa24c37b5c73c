import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The Fastify server as routes see it. The zod schemas of a route determine the types in its handler. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Registers the routes of one feature. */
export type Routes = (app: App) => void | Promise<void>;

/**
 * Registers the routes of one feature in a separate scope, so that its hooks and parsers apply to no other
 * feature.
 */
export async function addRoutes(app: App, routes: Routes): Promise<void> {
  // The plugin has a name because Fastify would otherwise compare the function with the exports of every
  // loaded CommonJS module.
  const named = { [Symbol.for('fastify.display-name')]: 'routes' };
  await app.register(Object.assign(async (scope: unknown) => routes(scope as App), named));
}
