import type { FastifyRequest } from 'fastify';
import { isOperator } from '#core/permission/operator.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Config } from '../config.ts';
import type { App } from '../http/fastify-app.ts';
import { proves } from '../http/serve.ts';
import { refuseUnproved, userOf, type Asker } from '../http/signed-in.ts';

declare module '../http/serve.ts' {
  interface Callers {
    'operator-member': { user: Asker };
  }
}

/**
 * Requires an operator's session cookie, never an API key. For all others these routes respond as not found.
 */
export function proveOperators(app: App, config: Pick<Config, 'operatorEmails'>): void {
  proves(app, 'operator-member', {
    async caller(request: FastifyRequest): Promise<{ user: Asker } | Refusal> {
      const user = await userOf(request);
      if (!user) return notSignedIn;
      if (!isOperator(config.operatorEmails, user)) return notThere;
      return refuseUnproved(user) ?? { user };
    },
    keyScope: ({ user }) => user.accountId,
  });
}

const notSignedIn = refuse('not-signed-in', 'You are not signed in, or no longer. Please sign in.');
const notThere = refuse('not-found', 'There is nothing at this address for you.');
