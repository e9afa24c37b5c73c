import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  checkValueBody,
  codesBody,
  declineBody,
  delegateBody,
  draftBody,
  paperBody,
  signBody,
} from '#contract/ceremony.ts';
import { sendingRows } from '#contract/routes/sending.ts';
import { gateLifetime } from '#core/ceremony/gate.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { whyNot } from '#core/ceremony/act.ts';
import { burstLimiter, burstLimits, type BurstLimiter } from '../http/burst-limiter.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { answerOnce, keyedRequest } from '../http/idempotency.ts';
import { originOf } from '../http/own-origins.ts';
import { sendRefusal } from '../http/problems.ts';
import { requestLanguage } from '../http/request-language.ts';
import { sendsUploadedBytes } from '../http/security-headers.ts';
import { ownerOf } from '../records/owner.ts';
import { serve } from '../http/serve.ts';
import { pdfName, sendPdf } from '../files/send-file.ts';
import { readForm } from '../files/read-upload.ts';
import { attachFile } from './attach-file.ts';
import type { Visitor } from './ceremony.ts';
import { askForPaper, resumeSigning } from './ask-for-paper.ts';
import { askForPasskey } from './confirm-by-passkey.ts';
import { checkValue } from './check-printable.ts';
import { declineDocument } from './decline-document.ts';
import { delegateRecipient } from './delegate-recipient.ts';
import { enterCodes, mailNewCode, viewGate } from './enter-codes.ts';
import { handOverLink } from './hand-over-link.ts';
import { openMark } from './open-mark.ts';
import { noteFileServed } from '../records/link-store.ts';
import type { Services } from '../services.ts';
import {
  asOpenDocument,
  badLink,
  openCeremony,
  recordOpened,
  resolveLink,
  viewCeremony,
  type Visit,
} from './open-link.ts';
import { saveDraft } from './keep-draft.ts';
import { signDocument } from './sign-document.ts';

const byToken = { params: z.object({ token: z.string() }) };

/** `?language=ar`: chosen on the page; anything unknown is as good as none. */
const inLanguage = z.object({ language: z.string().max(20).optional().catch(undefined) });

/** What a recipient reaches through a signing link, without an account. GET changes nothing (S-13). */
export function ceremonyRoutes(services: Services): Feature {
  const wrongLinks = burstLimiter(burstLimits.wrongSigningLink, services.clock);
  return async (app) => {
    await app.register(multipart);
    reading(app, services, wrongLinks);
    entering(app, services, wrongLinks);
    acting(app, services, wrongLinks);
    gate(app, services, wrongLinks);
    handingOver(app, services);
  };
}

function reading(app: App, services: Services, wrongLinks: BurstLimiter): void {
  app.get('/api/sign/:token', { schema: { ...byToken, querystring: inLanguage } }, async (request, reply) => {
    const visit = await knock(services, wrongLinks, request);
    if (isRefusal(visit)) return refuseLink(reply, wrongLinks, request, visit);
    const view = await viewCeremony(services, request.params.token, visit, {
      asked: request.query.language,
      browser: requestLanguage(request.headers),
    });
    return isRefusal(view) ? sendRefusal(reply, view) : reply.send(view);
  });

  app.get('/api/sign/:token/file', { schema: byToken }, async (request, reply) => {
    const ceremony = await openCeremony(services, await visitOf(services, request));
    if (isRefusal(ceremony)) return sendRefusal(reply, ceremony);
    const { whole, recipient } = ceremony;
    const closed = whyNot('view', asOpenDocument(whole), recipient, services.clock());
    if (closed) return sendRefusal(reply, closed);
    // Before it goes out, so that whoever has it can say at once that they opened it.
    if (request.method === 'GET') await noteFileServed(services.db, ceremony.owner, services.clock());
    return sendPdf(reply, services.files, {
      sha256: whole.document.baseSha256,
      name: pdfName(whole.document.title),
      disposition: 'inline',
    });
  });

  app.get('/api/sign/:token/first-page', { schema: byToken }, async (request, reply) => {
    const ceremony = await openCeremony(services, await visitOf(services, request));
    if (isRefusal(ceremony)) return sendRefusal(reply, ceremony);
    const { whole, recipient } = ceremony;
    const closed = whyNot('view', asOpenDocument(whole), recipient, services.clock());
    if (closed) return sendRefusal(reply, closed);
    const picture = await services.firstPages.of(whole.document.baseSha256, whole.document.accountId);
    if (!picture) return sendRefusal(reply, noPicture);
    sendsUploadedBytes(reply, { name: 'first-page.png', mediaType: 'image/png', disposition: 'inline' });
    return reply.send(picture);
  });

  const ofField = { params: z.object({ token: z.string(), fieldId: z.string() }) };
  app.get('/api/sign/:token/marks/:fieldId', { schema: ofField }, async (request, reply) => {
    const picture = await openMark(services, await visitOf(services, request), request.params.fieldId);
    if (isRefusal(picture)) return sendRefusal(reply, picture);
    sendsUploadedBytes(reply, { name: 'signature.png', mediaType: 'image/png', disposition: 'inline' });
    return reply.send(Buffer.from(picture));
  });

  app.get('/api/sign/:token/download', { schema: byToken }, async (request, reply) => {
    const ceremony = await openCeremony(services, await visitOf(services, request));
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
function entering(app: App, services: Services, wrongLinks: BurstLimiter): void {
  const handedIn = burstLimiter(burstLimits.attachment, services.clock);
  app.post(
    '/api/sign/:token/check',
    { schema: { ...byToken, body: checkValueBody } },
    async (request, reply) => {
      const visit = await knock(services, wrongLinks, request);
      if (isRefusal(visit)) return refuseLink(reply, wrongLinks, request, visit);
      const refused = await checkValue(services, visit, request.body);
      return refused ? sendRefusal(reply, refused) : reply.code(204).send();
    },
  );

  app.put('/api/sign/:token/draft', { schema: { ...byToken, body: draftBody } }, async (request, reply) => {
    const visit = await knock(services, wrongLinks, request);
    if (isRefusal(visit)) return refuseLink(reply, wrongLinks, request, visit);
    const saved = await saveDraft(services, visit, request.body);
    return isRefusal(saved) ? sendRefusal(reply, saved) : reply.send(saved);
  });

  app.post(
    '/api/sign/:token/attachments/:fieldId',
    { schema: { params: z.object({ token: z.string(), fieldId: z.string() }) } },
    async (request, reply) => {
      const visit = await knock(services, wrongLinks, request);
      if (isRefusal(visit)) return refuseLink(reply, wrongLinks, request, visit);
      // Counted before anything is waited for, and whatever becomes of it.
      const wait = handedIn.waitFor(visit.recipientId);
      if (wait > 0) return sendRefusal(reply, tooManyFiles, wait);
      handedIn.count(visit.recipientId);
      const sent = await readForm(request);
      if (isRefusal(sent)) return sendRefusal(reply, sent);
      const attached = await attachFile(services, visit, request.params.fieldId, sent);
      return isRefusal(attached) ? sendRefusal(reply, attached) : reply.code(201).send(attached);
    },
  );
}

function acting(app: App, services: Services, wrongLinks: BurstLimiter): void {
  app.post('/api/sign/:token', { schema: { ...byToken, body: signBody } }, async (request, reply) => {
    const visit = await knock(services, wrongLinks, request);
    if (isRefusal(visit)) return refuseLink(reply, wrongLinks, request, visit);
    const keyed = keyedRequest(request, visit.recipientId);
    if (isRefusal(keyed)) return sendRefusal(reply, keyed);
    const signed = await signDocument(
      services,
      visit,
      request.body,
      visitorOf(services, request),
      (tx, act) =>
        answerOnce(tx, keyed, async () => {
          const outcome = await act();
          return isRefusal(outcome) ? outcome : { status: 200, body: outcome };
        }),
    );
    return isRefusal(signed) ? sendRefusal(reply, signed) : reply.code(signed.status).send(signed.body);
  });

  app.post('/api/sign/:token/passkey', { schema: byToken }, async (request, reply) => {
    const visit = await knock(services, wrongLinks, request);
    if (isRefusal(visit)) return refuseLink(reply, wrongLinks, request, visit);
    const question = await askForPasskey(services, visit, originOf(request, services.publicUrl));
    return isRefusal(question) ? sendRefusal(reply, question) : reply.send(question);
  });

  app.post('/api/sign/:token/opened', { schema: byToken }, async (request, reply) => {
    const visit = await visitOf(services, request);
    const refused = await recordOpened(services, visit, visitorOf(services, request));
    return refused ? sendRefusal(reply, refused) : reply.code(204).send();
  });

  const post = <Body extends z.ZodType>(path: string, body: Body, act: Act<z.output<Body>>): void => {
    app.post(`/api/sign/:token/${path}`, { schema: { ...byToken, body } }, async (request, reply) => {
      const visit = await knock(services, wrongLinks, request);
      if (isRefusal(visit)) return refuseLink(reply, wrongLinks, request, visit);
      const refused = await act(visit, request.body as z.output<Body>, visitorOf(services, request));
      return refused ? sendRefusal(reply, refused) : reply.code(204).send();
    });
  };
  post('decline', declineBody, (visit, { reason }, visitor) =>
    declineDocument(services, visit, (reason ?? '').trim(), visitor),
  );
  post('delegate', delegateBody, (visit, body, visitor) => delegateRecipient(services, visit, body, visitor));
  post('paper', paperBody, (visit, body, visitor) =>
    askForPaper(services, visit, { withdraw: body?.withdraw ?? false, note: body?.note ?? '' }, visitor),
  );
  post('resume', z.unknown(), (visit, _body, visitor) => resumeSigning(services, visit, visitor));
  post('code', z.unknown(), (visit, _body, visitor) => mailNewCode(services, visit, visitor));
}

type Act<Body> = (visit: Visit, body: Body, visitor: Visitor) => Promise<Refusal | undefined>;

/** The codes that some senders ask for before a document is shown. */
function gate(app: App, services: Services, wrongLinks: BurstLimiter): void {
  app.get('/api/sign/:token/gate', { schema: byToken }, async (request, reply) => {
    const visit = await knock(services, wrongLinks, request);
    if (isRefusal(visit)) return refuseLink(reply, wrongLinks, request, visit);
    const view = await viewGate(services, visit);
    return isRefusal(view) ? sendRefusal(reply, view) : reply.send(view);
  });

  app.post('/api/sign/:token/gate', { schema: { ...byToken, body: codesBody } }, async (request, reply) => {
    const visit = await knock(services, wrongLinks, request);
    if (isRefusal(visit)) return refuseLink(reply, wrongLinks, request, visit);
    const entered = await enterCodes(services, visit, request.body, visitorOf(services, request));
    if (isRefusal(entered)) return sendRefusal(reply, entered);
    // Its path is the link's own, so that two documents in two tabs never see each other's (S-12).
    return reply
      .setCookie(passCookie, entered.pass, {
        path: `/api/sign/${request.params.token}`,
        httpOnly: true,
        sameSite: 'strict',
        secure: app.sessionCookie.options.secure ?? false,
        maxAge: gateLifetime / 1000,
      })
      .code(204)
      .send();
  });
}

const passCookie = 'pass';

/** For account holders: the ceremony of one recipient on the sender's own device. */
function handingOver(app: App, services: Services): void {
  serve(app, sendingRows.handOver, ({ user, params: { id, recipientId } }) =>
    handOverLink(services, ownerOf(user), id, recipientId, 'in-person'),
  );
  serve(app, sendingRows.signMyself, ({ user, params: { id, recipientId } }) =>
    handOverLink(services, ownerOf(user), id, recipientId, 'own-account'),
  );
}

const notCompleted = refuse(
  'document-not-completed',
  'This document is not completed yet. You will receive the sealed copy by e-mail when everybody has signed.',
);

const tooManyFiles = refuse(
  'too-many-requests',
  'Many files were handed in here in a short time. Nothing of this one was kept. Wait a few minutes and choose it again.',
);

const noPicture = refuse('not-found', 'There is no picture of this document.');

type ByToken = FastifyRequest<{ Params: { token: string } }>;

function visitOf(services: Services, request: FastifyRequest): Promise<Visit | Refusal> {
  const { token } = (request as ByToken).params;
  return resolveLink(services, token, request.cookies[passCookie]);
}

/**
 * Whose link it is. One that is nobody's counts against the address that tried it (S-14); a genuine one opens all
 * the same, so that nobody keeps the others behind one address from signing. Nobody guesses 192 bits meanwhile.
 */
async function knock(
  services: Services,
  wrongLinks: BurstLimiter,
  request: FastifyRequest,
): Promise<Visit | Refusal> {
  const visit = await visitOf(services, request);
  if (visit === badLink && wrongLinks.waitFor(request.ip) === 0) wrongLinks.count(request.ip);
  return visit;
}

function refuseLink(
  reply: FastifyReply,
  wrongLinks: BurstLimiter,
  request: FastifyRequest,
  refusal: Refusal,
): FastifyReply {
  const wait = wrongLinks.waitFor(request.ip);
  if (refusal !== badLink || wait === 0) return sendRefusal(reply, refusal);
  const sentence =
    'Too many links that do not exist were opened from here. Wait a few minutes and try again.';
  return sendRefusal(reply, refuse('too-many-requests', sentence), wait);
}

function visitorOf({ publicUrl }: Services, request: FastifyRequest): Visitor {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    language: requestLanguage(request.headers),
    origin: originOf(request, publicUrl),
  };
}
