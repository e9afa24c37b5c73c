import type { FastifyRequest } from 'fastify';
import { isRefusal, refuse } from '#core/refusal.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { originOf } from '../../foundation/http/own-origins.ts';
import { requestLanguage } from '../../foundation/http/input/request-language.ts';
import { userOf } from '../../foundation/http/signed-in.ts';
import { authenticates } from '../../foundation/http/serve.ts';
import type { CeremonyDeps } from './deps.ts';
import type { Visitor } from './ceremony.ts';
import { badLink, resolveLink, type Visit } from './open-link.ts';

declare module '../../foundation/http/serve.ts' {
  interface Callers {
    signer: { visit: Visit; visitor: Visitor };
  }
}

/** Name of the cookie that proves that the codes of a link were entered in this browser. */
export const passCookie = 'pass';

/** Additional requests that a page makes. They are not counted, so that a visit counts once. */
const beside: ReadonlySet<string | undefined> = new Set([
  ceremonyPaths.readCeremonyFile,
  ceremonyPaths.readFirstPage,
  ceremonyPaths.readMark,
  ceremonyPaths.downloadSealed,
  ceremonyPaths.downloadSealedSet,
  ceremonyPaths.downloadRecord,
  ceremonyPaths.followCeremony,
  ceremonyPaths.reportOpened,
]);

/**
 * Authenticates signing links. Invalid tokens count toward the limit of the client's address (S-14). Valid
 * tokens are accepted even from an address over its limit, so that an attacker cannot lock out others who
 * share the address. Guessing a 192-bit token is infeasible.
 */
export function authenticateSigners(app: App, services: CeremonyDeps): void {
  const wrongLinks = burstLimiter(burstLimits.wrongSigningLink, services.clock);
  authenticates(app, 'signer', {
    keyScope: ({ visit }) => visit.recipientId,
    async caller(request) {
      const { token } = request.params as { token: string };
      const visit = await resolveLink(services, token, {
        pass: request.cookies[passCookie],
        session: () => sessionOf(request),
      });
      if (!isRefusal(visit)) return { visit, visitor: visitorOf(services, request) };
      if (visit !== badLink || beside.has(request.routeOptions.config.route?.at)) return visit;
      const client = clientOf(request);
      if (wrongLinks.waitFor(client) === 0) wrongLinks.count(client);
      const wait = wrongLinks.waitFor(client);
      return wait === 0 ? visit : { ...tooManyLinks, retryAfter: wait };
    },
  });
}

/** Finds this browser's session. Signing counts as using it. */
export const sessionOf = async (request: FastifyRequest): Promise<string | undefined> =>
  (await userOf(request))?.session;

function visitorOf({ publicUrl }: CeremonyDeps, request: FastifyRequest): Visitor {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    language: requestLanguage(request.headers),
    origin: originOf(request, publicUrl),
  };
}

const tooManyLinks = refuse(
  'too-many-requests',
  'Too many invalid links were opened from here. Wait a few minutes and try again.',
);
