import type { FastifyRequest } from 'fastify';
import { isRefusal, refuse } from '#core/refusal.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import { burstLimiter, burstLimits } from '../http/burst-limiter.ts';
import { clientOf } from '../http/client-of.ts';
import type { App } from '../http/fastify-app.ts';
import { originOf } from '../http/own-origins.ts';
import { requestLanguage } from '../http/request-language.ts';
import { proves } from '../http/serve.ts';
import type { Services } from '../services.ts';
import type { Visitor } from './ceremony.ts';
import { badLink, resolveLink, type Visit } from './open-link.ts';

declare module '../http/serve.ts' {
  interface Callers {
    signer: { visit: Visit; visitor: Visitor };
  }
}

/** Proves that the codes before a link were entered in this browser. */
export const passCookie = 'pass';

/** Asked for by a page beside its own question: one visit counts once. */
const beside: ReadonlySet<string | undefined> = new Set([
  ceremonyPaths.readCeremonyFile,
  ceremonyPaths.readFirstPage,
  ceremonyPaths.readMark,
  ceremonyPaths.downloadSealed,
  ceremonyPaths.downloadRecord,
  ceremonyPaths.followCeremony,
  ceremonyPaths.noteOpened,
]);

/**
 * Proves whose link it is. One that is nobody's counts against the address that tried it (S-14); a genuine one opens
 * all the same, so that nobody keeps the others behind one address from signing. Nobody guesses 192 bits meanwhile.
 */
export function provesSigners(app: App, services: Services): void {
  const wrongLinks = burstLimiter(burstLimits.wrongSigningLink, services.clock);
  proves(app, 'signer', {
    keyScope: ({ visit }) => visit.recipientId,
    async caller(request) {
      const { token } = request.params as { token: string };
      const visit = await resolveLink(services, token, request.cookies[passCookie]);
      if (!isRefusal(visit)) return { visit, visitor: visitorOf(services, request) };
      if (visit !== badLink || beside.has(request.routeOptions.config.route?.at)) return visit;
      const client = clientOf(request);
      if (wrongLinks.waitFor(client) === 0) wrongLinks.count(client);
      const wait = wrongLinks.waitFor(client);
      return wait === 0 ? visit : { ...tooManyLinks, retryAfter: wait };
    },
  });
}

function visitorOf({ publicUrl }: Services, request: FastifyRequest): Visitor {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    language: requestLanguage(request.headers),
    origin: originOf(request, publicUrl),
  };
}

const tooManyLinks = refuse(
  'too-many-requests',
  'Too many links that do not exist were opened from here. Wait a few minutes and try again.',
);
