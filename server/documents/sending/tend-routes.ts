import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { accessCodeBody, correctBody, extendBody, remindBody } from '#contract/documents.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { App } from '../../http/fastify-app.ts';
import { sendRefusal } from '../../http/problems.ts';
import { signedIn } from '../../http/signed-in.ts';
import { changeAccessCode, correctRecipient, resendMail } from './correct-recipient.ts';
import type { DocumentServices } from '../document-services.ts';
import { documentDetailView } from '../document-view.ts';
import type { WholeDocument } from '../../records/document.ts';
import { ownerOf } from '../../records/owner.ts';
import { extendExpiry } from './extend-expiry.ts';
import { remindNow } from './remind-recipients.ts';

const guarded = { preHandler: signedIn };
const byId = z.object({ id: z.string() });
const byRecipient = z.object({ id: z.string(), recipientId: z.string() });

/** What a sender does for a document that is out: each answers the document as it is now. */
export function tendRoutes(app: App, services: DocumentServices): void {
  app.post(
    '/api/documents/:id/remind',
    { ...guarded, schema: { params: byId, body: remindBody } },
    async ({ user, params, body }, reply) =>
      answer(reply, await remindNow(services, ownerOf(user), params.id, body?.recipientIds)),
  );

  app.post(
    '/api/documents/:id/extend',
    { ...guarded, schema: { params: byId, body: extendBody } },
    async ({ user, params, body }, reply) =>
      answer(reply, await extendExpiry(services, ownerOf(user), params.id, body.days)),
  );

  app.post(
    '/api/documents/:id/recipients/:recipientId/correct',
    { ...guarded, schema: { params: byRecipient, body: correctBody } },
    async ({ user, params, body }, reply) =>
      answer(reply, await correctRecipient(services, ownerOf(user), params, body)),
  );

  app.post(
    '/api/documents/:id/recipients/:recipientId/resend',
    { ...guarded, schema: { params: byRecipient } },
    async ({ user, params }, reply) => answer(reply, await resendMail(services, ownerOf(user), params)),
  );

  app.post(
    '/api/documents/:id/recipients/:recipientId/access-code',
    { ...guarded, schema: { params: byRecipient, body: accessCodeBody } },
    async ({ user, params, body }, reply) =>
      answer(reply, await changeAccessCode(services, ownerOf(user), params, body.accessCode)),
  );
}

function answer(reply: FastifyReply, outcome: WholeDocument | Refusal): FastifyReply {
  return isRefusal(outcome) ? sendRefusal(reply, outcome) : reply.send(documentDetailView(outcome));
}
