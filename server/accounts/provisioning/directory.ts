import type { FastifyRequest } from 'fastify';
import { fullVisibility } from '#core/permission/visibility.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { bearerOf } from '../../foundation/http/api-key.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { sendListed, authenticates } from '../../foundation/http/serve.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import type { ProvisioningDeps } from './deps.ts';
import { findToken, type TokenRole } from './token-store.ts';

/** A directory that sent a request with its token. `user` is the owner in whose name it acts. */
export type Directory = { user: SignedInUser; token: { id: string; name: string; role: TokenRole } };

declare module '../../foundation/http/serve.ts' {
  interface Callers {
    directory: Directory;
  }
}

const verified = Symbol('the verified directory');
type WithDirectory = FastifyRequest & { [verified]?: Directory };

/** Authenticates directories by their token before anything else in the request is read. */
export function authenticateDirectories(app: App, services: ProvisioningDeps): void {
  authenticates(app, 'directory', {
    onRequest: async (request, reply) => {
      const secret = bearerOf(request.headers.authorization);
      const found =
        secret === undefined ? missing : ((await findToken(services, secret, request.ip)) ?? invalid);
      const refused = isRefusal(found) ? found : app.admission.count(reply, 'key', found.token.id);
      if (refused) {
        if (refused === missing || refused === invalid) reply.header('www-authenticate', 'Bearer');
        return sendListed(app, request.routeOptions.config.route!, reply, refused);
      }
      if (!isRefusal(found)) (request as WithDirectory)[verified] = directoryOf(found, request);
      return undefined;
    },
    caller: async (request): Promise<Directory | Refusal> => (request as WithDirectory)[verified] ?? missing,
  });
}

function directoryOf(
  { token, owner }: Exclude<Awaited<ReturnType<typeof findToken>>, Refusal | undefined>,
  request: FastifyRequest,
): Directory {
  const key = { id: token.id, name: token.name, mode: 'live' as const, scopes: [] };
  const session = { session: '', twoFactorMissing: false, signOn: null, signOnMissing: false };
  const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
  return { user: { ...owner, ...session, ...from, key, sight: fullVisibility }, token };
}

const missing = refuse('not-signed-in', 'Send a provisioning token as the bearer token.');
const invalid = refuse(
  'key-invalid',
  'This provisioning token is mistyped or revoked, or its creator is no owner any more. Create a new one.',
);
