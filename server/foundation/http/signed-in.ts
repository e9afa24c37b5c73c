import type { CookieSerializeOptions } from '@fastify/cookie';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import { accountIsClosing } from '#core/account/closure.ts';
import { accountSuspended } from '#core/account/suspension.ts';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import { keyRuleOf, mustBeInFrame, onlyReads } from '#contract/access.ts';
import { appPaths, documentPaths, pathOf } from '#contract/paths.ts';
import type { MemberRoute } from '#contract/route.ts';
import { resourceScopes, type AppResource } from '#core/permission/app-scopes.ts';
import { mustBeAllowed } from '#core/permission/permission.ts';
import { fullVisibility } from '#core/permission/visibility.ts';
import { mustBeInScope } from '#core/permission/scope.ts';
import { apiAllowance } from '#core/plan/allowance.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { acting } from './acting.ts';
import { bearerOf, isFrameToken, type Keys } from './api-key.ts';
import type { App } from './fastify-app.ts';
import { known } from './known-account.ts';
import { earlierScopeOfMember, scopeOfMember } from './idempotency.ts';
import { sendRefusal } from './problems.ts';
import { authenticates, sendListed } from './serve.ts';
import type { Asker, Sessions, SignedInUser } from './session.ts';
import { requireVisible, type VisibilityChecks } from './visibility-checks.ts';

export type { Asker, SignedInUser } from './session.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions;
    keys: Keys;
    sights: VisibilityChecks;
    /** Value of the WWW-Authenticate header that says where programs get a token (RFC 9728 §5.1). */
    askForToken: string;
    sessionCookie: SessionCookie;
  }
  interface FastifyRequest {
    /** Set by `signedIn`. Reading it on a route without `signedIn` is a bug and throws. */
    user: SignedInUser;
  }
}

declare module './serve.ts' {
  interface Callers {
    member: { user: SignedInUser };
    confirmed: { user: SignedInUser };
    program: { user: SignedInUser };
  }
}

export interface SessionCookie {
  name: string;
  options: CookieSerializeOptions;
}

/** The same function, with the types of Fastify's hooks. */
const authenticateMember = signedIn as unknown as onRequestAsyncHookHandler & preHandlerAsyncHookHandler;

const asMember = {
  onRequest: authenticateMember,
  // The scope is per member and not per account, so that members do not share responses.
  keyScope: ({ user }: { user: SignedInUser }) => scopeOfMember(user),
  earlierKeyScope: ({ user }: { user: SignedInUser }) => earlierScopeOfMember(user),
};

type WithUser = FastifyRequest & { [known]?: SignedInUser };

/** Enables `signedIn` and `request.user` on routes registered afterwards. */
export function addSignedInUser(
  app: App,
  sessions: Sessions,
  overTls: boolean,
  {
    keys,
    sights,
    publicUrl,
  }: {
    keys: Keys;
    sights: VisibilityChecks;
    publicUrl: string;
  } = noKeys,
): void {
  app.decorate('sessions', sessions);
  app.decorate('keys', keys);
  app.decorate('sights', sights);
  const metadata = `${publicUrl}${pathOf(appPaths.readMcpResource)}`;
  app.decorate('askForToken', `resource_metadata="${metadata}", scope="${resourceScopes.mcp.join(' ')}"`);
  app.decorate('sessionCookie', {
    // With TLS, the prefix makes browsers reject this cookie if it comes from a subdomain or over plain HTTP.
    name: overTls ? '__Host-sid' : 'sid',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure: overTls },
  });
  // Authenticate before validating, so that anonymous callers cannot probe request schemas.
  app.addHook('onRoute', (route) => {
    const before = [route.preHandler ?? []].flat();
    if (!before.includes(authenticateMember)) return;
    route.preHandler = before.filter((hook) => hook !== authenticateMember);
    route.onRequest = [...[route.onRequest ?? []].flat(), authenticateMember];
  });
  authenticates(app, 'member', {
    ...asMember,
    caller: async (request) => ({ user: request.user }),
  });
  authenticates(app, 'confirmed', {
    ...asMember,
    caller: async (request) => mustBeConfirmed(request.user) ?? { user: request.user },
  });
  authenticates(app, 'program', {
    onRequest: authenticateProgram,
    caller: async (request) => ({ user: request.user }),
  });
  app.decorateRequest('user', {
    getter(this: FastifyRequest) {
      const user = (this as WithUser)[known];
      if (!user) throw new Error('request.user was read on a route without { preHandler: signedIn }.');
      return user;
    },
  });
}

/** Returns why this member or key may not use the route, or undefined if they may. */
async function refuseMember(request: FastifyRequest): Promise<Refusal | undefined> {
  const { user, routeOptions } = request;
  const { route } = routeOptions.config;
  if (!route?.permission) throw new Error(`${routeOptions.url ?? ''}: its row states no permission.`);
  const byRole = route.permission === 'own' ? undefined : mustBeAllowed(user, route.permission);
  const closing = user.closesAt !== null && (user.key || !route.whileClosing) ? accountIsClosing : undefined;
  const unproved = user.twoFactorMissing && !route.withoutSecondFactor ? twoFactorMissing : undefined;
  const elsewhere = route.withoutSecondFactor && !user.key ? undefined : keptOut(user);
  return (
    (user.suspended ? accountSuspended : undefined) ??
    byRole ??
    elsewhere ??
    unproved ??
    closing ??
    (await refuseKey(request, route)) ??
    refuseUnseen(request, route)
  );
}

function refuseUnseen(
  { user, params, server }: FastifyRequest,
  { at, permission }: MemberRoute,
): Promise<Refusal | undefined> {
  const { id } = params as { id?: string };
  return requireVisible(server.sights, user, { at, id, reads: onlyReads(permission) });
}

async function refuseKey(
  { user, params, server }: FastifyRequest,
  route: MemberRoute,
): Promise<Refusal | undefined> {
  const { key, accountId } = user;
  if (!key) return undefined;
  const { id } = params as { id?: string };
  const refused =
    apiAllowance(user.plan) ??
    (key.frame
      ? mustBeInFrame({ ...key, frame: key.frame }, route, id)
      : mustBeInScope(key, keyRuleOf(route)));
  if (refused) return refused;
  const ofDocument = id !== undefined && pathOf(route.at).startsWith(pathOf(documentPaths.readDocument));
  return ofDocument && !(await server.keys.reaches(accountId, id, key.mode)) ? noSuchDocument : undefined;
}

const signOnMissing = refuse(
  'sign-on-required',
  'Members of your domain sign in at this account’s own provider. Sign out, then sign in there.',
);
const signOnMissingOfKey = refuse(
  'sign-on-required',
  'Members of this domain must sign in at the account’s own provider, and the member this program acts for has not yet done so. It works again once they have.',
);
const missingOf = ({ key }: Pick<SignedInUser, 'key'>): Refusal => (key ? signOnMissingOfKey : signOnMissing);
const keptOut = (user: Pick<SignedInUser, 'key' | 'signOnMissing'>): Refusal | undefined =>
  user.signOnMissing ? missingOf(user) : undefined;
const twoFactorMissing = refuse(
  'two-factor-required',
  'This account requires two-factor sign-in for everyone. Set it up in the settings under Security, or sign in with your passkey.',
);
const noSuchDocument = refuse('not-found', 'This key has no access to such a document.');

/** Returns which sign-in requirement of the account the session does not meet, or undefined. */
export const refuseUnproved = (
  user: Pick<SignedInUser, 'key' | 'signOnMissing' | 'twoFactorMissing' | 'suspended'>,
): Refusal | undefined =>
  user.suspended
    ? accountSuspended
    : (keptOut(user) ?? (user.twoFactorMissing ? twoFactorMissing : undefined));

/**
 * Hook for routes that need a signed-in user. Others get 401 'not-signed-in'. Member routes in the table
 * install it automatically.
 */
export async function signedIn(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const found = await authenticatedUser(request, reply);
  if (isRefusal(found)) {
    if (found.refused === 'key-invalid') reply.header('www-authenticate', 'Bearer error="invalid_token"');
    return sendRefusal(reply, found);
  }
  await know(request, found);
  // Checks permissions before the body is read, so that no one uploads something that will be refused anyway.
  const refusal = await refuseMember(request);
  return refusal && refuseListed(request, reply, refusal);
}

/**
 * Sends the refusal like the route's handler would, since the row also lists the refusals of earlier checks.
 */
function refuseListed(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { route } = request.routeOptions.config;
  return route ? sendListed(request.server, route, reply, refusal) : sendRefusal(reply, refusal);
}

/** Stores the user for the route, with the parts of the account that they can see. */
async function know(request: FastifyRequest, found: Omit<SignedInUser, 'sight'>): Promise<void> {
  request.span?.tell({ 'countersign.account': found.accountId });
  (request as WithUser)[known] = { ...found, sight: await request.server.sights.of(found) };
}

/**
 * Hook for routes that only programs may call: requires a key and a plan with the API. The handler checks the
 * rest.
 */
async function authenticateProgram(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const byKey = bearerOf(request.headers.authorization) !== undefined;
  const found = byKey ? await authenticatedUser(request, reply, 'mcp') : notSignedIn;
  const refused = isRefusal(found)
    ? found
    : found.suspended
      ? accountSuspended
      : (apiAllowance(found.plan) ?? keptOut(found));
  if (refused) {
    const error = byKey ? 'error="invalid_token", ' : '';
    reply.header('www-authenticate', `Bearer ${error}${request.server.askForToken}`);
    return refuseListed(request, reply, refused);
  }
  if (!isRefusal(found)) await know(request, found);
  return undefined;
}

async function authenticatedUser(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: AppResource = 'api',
): Promise<Omit<SignedInUser, 'sight'> | Refusal> {
  const self = acting.getStore();
  if (self) return self;
  const secret = bearerOf(request.headers.authorization);
  if (secret === undefined) return (await userOf(request)) ?? (await refuseUnknown(request));
  // A browser adds its cookies to requests of a page in a frame, and the page cannot prevent it. The cookie
  // is ignored in that case.
  if (request.cookies[request.server.sessionCookie.name] !== undefined && !isFrameToken(secret))
    return twoAtOnce;
  const user = await request.server.keys.find(secret, request.ip, resource);
  if (!user) return keyInvalid;
  if (isRefusal(user)) return user;
  const refused = request.server.admission.count(reply, 'key', user.key.frame?.id ?? user.key.id);
  return refused ?? { ...user, session: '', ...ofKey, ...cameFrom(request) };
}

/** There is no session: no one is signed in, or the member was removed from the account. */
async function refuseUnknown({ cookies, server }: FastifyRequest): Promise<Refusal> {
  const id = cookies[server.sessionCookie.name];
  const removed = id !== undefined && (await server.sessions.removedFrom(id)) !== undefined;
  return removed ? memberRemoved : notSignedIn;
}

/** Programs have no second factor. Each request checks the permissions of their member instead. */
const ofKey = { twoFactorMissing: false, signOn: null };
const notSignedIn = refuse('not-signed-in', 'You are not signed in. Sign in and try again.');
const memberRemoved = refuse(
  'member-removed',
  'You are no longer a member of this account. Ask its owner if you do not know why.',
);
const keyInvalid = refuse(
  'key-invalid',
  'This API key is mistyped, expired or revoked. Create a new one in the settings under API.',
);
const twoAtOnce = refuse(
  'multiple-credentials',
  'This request has both an API key and a session cookie. Send only one of them.',
);

/** Returns the user of the session cookie, on routes where signing in is optional. */
export async function userOf(request: FastifyRequest): Promise<Asker | undefined> {
  const id = request.cookies[request.server.sessionCookie.name];
  const user = id === undefined ? undefined : await request.server.sessions.find(id);
  return user && { ...user, ...cameFrom(request) };
}

function cameFrom(request: FastifyRequest): { ip: string; userAgent: string } {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}

/** For test applications that have no API keys. */
const noKeys = {
  keys: { find: async () => undefined, reaches: async () => false },
  sights: { of: async () => fullVisibility, access: async () => undefined },
  publicUrl: '',
};
