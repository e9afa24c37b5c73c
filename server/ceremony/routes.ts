import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkValueBody, declineBody, signBody } from '#contract/ceremony.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import { whyNot } from '#core/document/act.ts';
import { burstLimiter, burstLimits, type BurstLimiter } from '../http/burst-limiter.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { answerOnce, keyedRequest } from '../http/idempotency.ts';
import { sendRefusal } from '../http/problems.ts';
import { requestLanguage } from '../http/request-language.ts';
import { pdfName, sendPdf } from '../http/send-file.ts';
import { attachFile } from './attach-file.ts';
import type { CeremonyServices, Visitor } from './ceremony-services.ts';
import { checkValue } from './check-printable.ts';
import { declineDocument } from './decline-document.ts';
import type { LinkOwner } from './link-store.ts';
import {
  asOpenDocument,
  badLink,
  openCeremony,
  recordOpened,
  resolveLink,
  viewCeremony,
} from './open-link.ts';
import { signDocument } from './sign-document.ts';

const byToken = { params: z.object({ token: z.string() }) };

/** `?language=ar`: chosen on the page; anything unknown is as good as none. */
const inLanguage = z.object({ language: z.string().max(20).optional().catch(undefined) });

/** What a recipient reaches through a signing link, without an account. GET changes nothing (S-13). */
export function ceremonyRoutes(services: CeremonyServices): Feature {
  const wrongLinks = burstLimiter(burstLimits.wrongSigningLink, services.clock);
  return async (app) => {
    await app.register(multipart);
    reading(app, services, wrongLinks);
    entering(app, services, wrongLinks);
    acting(app, services, wrongLinks);
  };
}

function reading(app: App, services: CeremonyServices, wrongLinks: BurstLimiter): void {
  app.get('/api/sign/:token', { schema: { ...byToken, querystring: inLanguage } }, async (request, reply) => {
    const { token } = request.params;
    if (!(await genuine(services, wrongLinks, request, token))) return refuseLink(reply, wrongLinks, request);
    const view = await viewCeremony(services, token, {
      asked: request.query.language,
      browser: requestLanguage(request.headers),
    });
    return isRefusal(view) ? sendRefusal(reply, view) : reply.send(view);
  });

  app.get('/api/sign/:token/file', { schema: byToken }, async (request, reply) => {
    const ceremony = await openCeremony(services, request.params.token);
    if (isRefusal(ceremony)) return sendRefusal(reply, ceremony);
    const { whole, recipient } = ceremony;
    const closed = whyNot('view', asOpenDocument(whole), recipient, services.clock());
    if (closed) return sendRefusal(reply, closed);
    return sendPdf(reply, services.files, {
      sha256: whole.document.baseSha256,
      name: pdfName(whole.document.title),
      disposition: 'inline',
    });
  });

  app.get('/api/sign/:token/download', { schema: byToken }, async (request, reply) => {
    const ceremony = await openCeremony(services, request.params.token);
    if (isRefusal(ceremony)) return sendRefusal(reply, ceremony);
    const { document } = ceremony.whole;
    if (document.sealedSha256 === null) return sendRefusal(reply, notCompleted);
    return sendPdf(reply, services.files, {
      sha256: document.sealedSha256,
      name: pdfName(document.title, ' (sealed)'),
    });
  });
}

/** What happens before the act and counts for nothing by itself. */
function entering(app: App, services: CeremonyServices, wrongLinks: BurstLimiter): void {
  app.post(
    '/api/sign/:token/check',
    { schema: { ...byToken, body: checkValueBody } },
    async (request, reply) => {
      const { token } = request.params;
      if (!(await genuine(services, wrongLinks, request, token)))
        return refuseLink(reply, wrongLinks, request);
      const refused = await checkValue(services, token, request.body);
      return refused ? sendRefusal(reply, refused) : reply.code(204).send();
    },
  );

  app.post(
    '/api/sign/:token/attachments/:fieldId',
    { schema: { params: z.object({ token: z.string(), fieldId: z.string() }) } },
    async (request, reply) => {
      const { token, fieldId } = request.params;
      if (!(await genuine(services, wrongLinks, request, token)))
        return refuseLink(reply, wrongLinks, request);
      const sent = await services.readForm(request);
      if (isRefusal(sent)) return sendRefusal(reply, sent);
      const attached = await attachFile(services, token, fieldId, sent);
      return isRefusal(attached) ? sendRefusal(reply, attached) : reply.code(201).send(attached);
    },
  );
}

function acting(app: App, services: CeremonyServices, wrongLinks: BurstLimiter): void {
  app.post('/api/sign/:token', { schema: { ...byToken, body: signBody } }, async (request, reply) => {
    const owner = await genuine(services, wrongLinks, request, request.params.token);
    if (!owner) return refuseLink(reply, wrongLinks, request);
    const keyed = keyedRequest(request, owner.recipientId);
    if (isRefusal(keyed)) return sendRefusal(reply, keyed);
    const signed = await signDocument(services, owner, request.body, visitorOf(request), (tx, act) =>
      answerOnce(tx, keyed, async () => {
        const outcome = await act();
        return isRefusal(outcome) ? outcome : { status: 200, body: outcome };
      }),
    );
    return isRefusal(signed) ? sendRefusal(reply, signed) : reply.code(signed.status).send(signed.body);
  });

  app.post('/api/sign/:token/opened', { schema: byToken }, async (request, reply) => {
    const refused = await recordOpened(services, request.params.token, visitorOf(request));
    return refused ? sendRefusal(reply, refused) : reply.code(204).send();
  });

  app.post(
    '/api/sign/:token/decline',
    { schema: { ...byToken, body: declineBody } },
    async (request, reply) => {
      const owner = await genuine(services, wrongLinks, request, request.params.token);
      if (!owner) return refuseLink(reply, wrongLinks, request);
      const reason = (request.body.reason ?? '').trim();
      const refused = await declineDocument(services, owner, reason, visitorOf(request));
      return refused ? sendRefusal(reply, refused) : reply.code(204).send();
    },
  );
}

const notCompleted = refuse(
  'document-not-completed',
  'This document is not completed yet. You will receive the sealed copy by e-mail when everybody has signed.',
);

/**
 * Whose link it is. One that is nobody's counts against the address that tried it (S-14); a genuine one opens all
 * the same, so that nobody keeps the others behind one address from signing. Nobody guesses 192 bits meanwhile.
 */
async function genuine(
  services: CeremonyServices,
  wrongLinks: BurstLimiter,
  request: FastifyRequest,
  token: string,
): Promise<LinkOwner | undefined> {
  const owner = await resolveLink(services, token);
  if (!owner && wrongLinks.waitFor(request.ip) === 0) wrongLinks.count(request.ip);
  return owner;
}

function refuseLink(reply: FastifyReply, wrongLinks: BurstLimiter, request: FastifyRequest): FastifyReply {
  const wait = wrongLinks.waitFor(request.ip);
  if (wait === 0) return sendRefusal(reply, badLink);
  const sentence =
    'Too many links that do not exist were opened from here. Wait a few minutes and try again.';
  return sendRefusal(reply, refuse('too-many-requests', sentence), wait);
}

function visitorOf(request: FastifyRequest): Visitor {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    language: requestLanguage(request.headers),
  };
}
