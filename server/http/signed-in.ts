import type { CookieSerializeOptions } from '@fastify/cookie';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import { permissionFor } from '#contract/permissions.ts';
import { mustBeAllowed } from '#core/permission/permission.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { App } from './fastify-app.ts';
import { sendRefusal } from './problems.ts';
import { proves } from './serve.ts';
import type { Sessions, SignedInUser } from './session.ts';

export type { SignedInUser } from './session.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions;
    sessionCookie: SessionCookie;
  }
  interface FastifyRequest {
    /** Set by `signedIn`; reading it on a route without that is a bug, and throws. */
    user: SignedInUser;
  }
}

declare module './serve.ts' {
  interface Callers {
    member: { user: SignedInUser };
    confirmed: { user: SignedInUser };
  }
}

export interface SessionCookie {
  name: string;
  options: CookieSerializeOptions;
}

/** The same function as its routes name it, and as Fastify types its hooks. */
const askWho = signedIn as unknown as onRequestAsyncHookHandler & preHandlerAsyncHookHandler;

const asMember = {
  onRequest: askWho,
  keyScope: ({ user }: { user: SignedInUser }) => user.accountId,
};

const known = Symbol('signed-in user');
type WithUser = FastifyRequest & { [known]?: SignedInUser };

/** Makes `signedIn` and `request.user` work on every route below. */
export function addSignedInUser(app: App, sessions: Sessions, overTls: boolean): void {
  app.decorate('sessions', sessions);
  app.decorate('sessionCookie', {
    // The prefix makes browsers refuse the cookie from a subdomain or over plain HTTP, where TLS is at hand.
    name: overTls ? '__Host-sid' : 'sid',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure: overTls },
  });
  // Who nobody knows is told so before anything else, and learns nothing of what a route would have taken.
  app.addHook('onRoute', (route) => {
    const before = [route.preHandler ?? []].flat();
    if (!before.includes(askWho)) return;
    route.preHandler = before.filter((hook) => hook !== askWho);
    route.onRequest = [...[route.onRequest ?? []].flat(), askWho];
  });
  proves(app, 'member', {
    ...asMember,
    caller: async (request) => refuseMember(request) ?? { user: request.user },
  });
  proves(app, 'confirmed', {
    ...asMember,
    caller: async (request) =>
      refuseMember(request) ?? mustBeConfirmed(request.user) ?? { user: request.user },
  });
  app.decorateRequest('user', {
    getter(this: FastifyRequest) {
      const user = (this as WithUser)[known];
      if (!user) throw new Error('request.user was read on a route without { preHandler: signedIn }.');
      return user;
    },
  });
}

/** Why this member may not ask for this; contract/permissions.ts says what each route needs. */
function refuseMember({ user, routeOptions }: FastifyRequest): Refusal | undefined {
  const needed = permissionFor(routeOptions.config.route?.name ?? '');
  if (needed === undefined) throw new Error(`${routeOptions.url ?? ''}: nothing says what a member needs.`);
  return needed === 'own' ? undefined : mustBeAllowed(user, needed);
}

/**
 * For every route that needs a signed-in person; anybody else gets 401 'not-signed-in'. Rows of the table for members
 * install it.
 */
export async function signedIn(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const user = await userOf(request);
  if (!user)
    return sendRefusal(
      reply,
      refuse('not-signed-in', 'You are not signed in, or no longer. Please sign in.'),
    );
  (request as WithUser)[known] = user;
  return undefined;
}

/** The person who is signed in, where being signed in is not needed. */
export async function userOf(request: FastifyRequest): Promise<SignedInUser | undefined> {
  const id = request.cookies[request.server.sessionCookie.name];
  const user = id === undefined ? undefined : await request.server.sessions.find(id);
  return user && { ...user, ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}
