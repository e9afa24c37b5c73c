import type { FastifyRequest } from 'fastify';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { authenticates, sendListed } from '../../foundation/http/serve.ts';
import { sendRefusal } from '../../foundation/http/problems.ts';
import { refuseUnproved, userOf, type Asker } from '../../foundation/http/signed-in.ts';
import { runsServer } from '../../records/first-account.ts';
import type { OperatorDeps } from './deps.ts';

declare module '../../foundation/http/serve.ts' {
  interface Callers {
    'operator-member': { user: Asker };
  }
}

const operators = new WeakMap<FastifyRequest, Asker>();

/**
 * Requires an operator’s session cookie, never an API key. For everyone else, these routes return 404. Runs
 * before the request is validated, so that other callers learn nothing about the schemas.
 */
export function authenticateOperators(app: App, services: Pick<OperatorDeps, 'db' | 'config'>): void {
  authenticates(app, 'operator-member', {
    async onRequest(request, reply) {
      const user = await operatorOf(services, request);
      if (!isRefusal(user)) return void operators.set(request, user);
      const { route } = request.routeOptions.config;
      return route ? sendListed(app, route, reply, user) : sendRefusal(reply, user);
    },
    async caller(request) {
      const user = operators.get(request);
      if (!user) throw new Error('An operator route ran without its onRequest hook.');
      return { user };
    },
    keyScope: ({ user }) => user.accountId,
  });
}

async function operatorOf(
  { db, config }: Pick<OperatorDeps, 'db' | 'config'>,
  request: FastifyRequest,
): Promise<Asker | Refusal> {
  const user = await userOf(request);
  if (!user) return notSignedIn;
  if (!(await runsServer(db, config, user))) return notThere;
  return refuseUnproved(user) ?? user;
}

const notSignedIn = refuse('not-signed-in', 'You are not signed in. Sign in and try again.');
const notThere = refuse('not-found', 'Nothing was found at this address, or you have no access to it.');
