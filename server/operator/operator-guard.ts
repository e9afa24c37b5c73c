import type { FastifyRequest } from 'fastify';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { App } from '../http/fastify-app.ts';
import { authenticates } from '../http/serve.ts';
import { refuseUnproved, userOf, type Asker } from '../http/signed-in.ts';
import { runsServer } from '../records/first-account.ts';
import type { Services } from '../services.ts';

declare module '../http/serve.ts' {
  interface Callers {
    'operator-member': { user: Asker };
  }
}

/**
 * Requires an operator’s session cookie, never an API key. For all others these routes respond as not found.
 */
export function authenticateOperators(app: App, { db, config }: Pick<Services, 'db' | 'config'>): void {
  authenticates(app, 'operator-member', {
    async caller(request: FastifyRequest): Promise<{ user: Asker } | Refusal> {
      const user = await userOf(request);
      if (!user) return notSignedIn;
      if (!(await runsServer(db, config, user))) return notThere;
      return refuseUnproved(user) ?? { user };
    },
    keyScope: ({ user }) => user.accountId,
  });
}

const notSignedIn = refuse('not-signed-in', 'You are not signed in, or no longer. Please sign in.');
const notThere = refuse('not-found', 'There is nothing at this address for you.');
