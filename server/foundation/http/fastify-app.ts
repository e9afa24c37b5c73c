import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The server as features see it: routes declare zod schemas, which type their handlers. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Adds the routes of one feature. Its hooks and parsers are encapsulated. */
export type Routes = (app: App) => void | Promise<void>;

/** Registers the routes of a feature, so that its hooks and parsers apply to no other. */
export async function addRoutes(app: App, routes: Routes): Promise<void> {
  // Without a name, Fastify compares the function with the exports of every loaded CommonJS module.
  const named = { [Symbol.for('fastify.display-name')]: 'routes' };
  await app.register(Object.assign(async (scope: unknown) => routes(scope as App), named));
}
