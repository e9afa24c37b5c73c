import multipart from '@fastify/multipart';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  type coversAnswer,
  listDocumentsQuery,
  putFieldsBody,
  putRecipientsBody,
  renameBody,
  sendBody,
  voidBody,
} from '#contract/documents.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { inTransaction } from '../db/transaction.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { answerOnce, keyedRequest } from '../http/idempotency.ts';
import { linkToNext } from '../http/link-to-next.ts';
import { sendRefusal } from '../http/problems.ts';
import { pdfName, sendPdf, sendStored } from '../files/send-file.ts';
import { signedIn } from '../http/signed-in.ts';
import { handedIn } from './library/attachment-list.ts';
import { coverView } from './draft/covers-view.ts';
import type { DocumentServices, SendServices } from './document-services.ts';
import { foldersToList } from '../records/folder-store.ts';
import { findDocument, type WholeDocument } from '../records/document-store.ts';
import { ownerOf } from '../records/owner.ts';
import { documentDetailView, documentSummaryView, fieldView, recipientView } from './document-view.ts';
import { notFound, putFields, putRecipients, renameDraft } from './draft/edit-draft.ts';
import { voidDocument } from './sending/end-document.ts';
import { listDocuments } from './library/list-documents.ts';
import { readForm, readUpload } from '../files/read-upload.ts';
import { replaceFile } from './draft/replace-file.ts';
import { sendIn, tryAhead } from './sending/send-document.ts';
import { tendRoutes } from './sending/tend-routes.ts';
import { openSealedTrails } from '../trail/sealed-trails.ts';
import { trailView } from './library/trail-view.ts';
import { uploadDocument } from './draft/upload-document.ts';
import type { UploadTurns } from '../files/upload-turns.ts';

const guarded = { preHandler: signedIn };
const byId = { params: z.object({ id: z.string() }) };

/** The API of documents, for their account holder (decisions.md §6). */
export function documentRoutes(services: SendServices, inTurn: UploadTurns): Feature {
  return async (app) => {
    await app.register(multipart);
    uploadAndList(app, services, inTurn);
    drafts(app, services);
    replacing(app, services, inTurn);
    sending(app, services);
    files(app, services);
    tendRoutes(app, services);
  };
}

function uploadAndList(app: App, services: DocumentServices, inTurn: UploadTurns): void {
  app.post('/api/documents/upload', guarded, async (request, reply) => {
    const owner = ownerOf(request.user);
    const created = await inTurn(owner.accountId, async () => {
      const upload = await readUpload(request);
      return isRefusal(upload) ? upload : uploadDocument(services, owner, upload);
    });
    return answer(reply.code(201), created);
  });

  app.get(
    '/api/documents',
    { ...guarded, schema: { querystring: listDocumentsQuery } },
    async (request, reply) => {
      const { accountId } = request.user;
      const folders = await foldersToList(services.db, accountId, request.query);
      const listing = await listDocuments(services.db, accountId, { ...request.query, folders });
      reply.header('x-total-count', listing.total);
      if (listing.more) reply.header('x-total-count-relation', 'at-least');
      if (listing.next) reply.header('link', linkToNext(request.url, listing.next));
      return listing.rows.map(({ document, counts }) => documentSummaryView(document, counts));
    },
  );

  app.get('/api/documents/:id', { ...guarded, schema: byId }, async (request, reply) =>
    answer(reply, (await findDocument(services.db, request.user.accountId, request.params.id)) ?? notFound),
  );
}

function drafts(app: App, services: SendServices): void {
  app.put(
    '/api/documents/:id',
    { ...guarded, schema: { ...byId, body: renameBody } },
    async (request, reply) =>
      answer(
        reply,
        await renameDraft(services, ownerOf(request.user), request.params.id, request.body.title),
      ),
  );

  app.put(
    '/api/documents/:id/fields',
    { ...guarded, schema: { ...byId, body: putFieldsBody } },
    async (request, reply) => {
      const { body } = request;
      const edit = Array.isArray(body) ? { fields: body } : body;
      const saved = await putFields(services, ownerOf(request.user), request.params.id, edit);
      if (isRefusal(saved)) return sendRefusal(reply, saved);
      return reply.send({ fields: saved.fields.map(fieldView), revision: saved.document.revision });
    },
  );

  app.get('/api/documents/:id/covers', { ...guarded, schema: byId }, async (request, reply) => {
    const whole = await findDocument(services.db, ownerOf(request.user).accountId, request.params.id);
    if (!whole) return sendRefusal(reply, notFound);
    const covers = whole.document.status === 'draft' ? await services.sealable.covers(whole) : [];
    return reply.send({ covers: covers.map(coverView) } satisfies z.infer<typeof coversAnswer>);
  });

  app.put(
    '/api/documents/:id/recipients',
    { ...guarded, schema: { ...byId, body: putRecipientsBody } },
    async (request, reply) => {
      const { body } = request;
      const edit = Array.isArray(body) ? { recipients: body } : body;
      const saved = await putRecipients(services, ownerOf(request.user), request.params.id, edit);
      if (isRefusal(saved)) return sendRefusal(reply, saved);
      return reply.send({
        recipients: saved.recipients.map((recipient) => recipientView(recipient, saved)),
        revision: saved.document.revision,
      });
    },
  );
}

function replacing(app: App, services: DocumentServices, inTurn: UploadTurns): void {
  /** The form holds the file; `revision` and `confirm` ('true') are text parts. */
  app.put('/api/documents/:id/file', { ...guarded, schema: byId }, async (request, reply) => {
    const owner = ownerOf(request.user);
    const replaced = await inTurn(owner.accountId, async () => {
      const form = await readForm(request);
      if (isRefusal(form)) return form;
      const { texts, ...file } = form;
      const revision = texts['revision'] === undefined ? undefined : Number(texts['revision']);
      const sent = { ...file, revision, confirmed: texts['confirm'] === 'true' };
      return replaceFile(services, owner, request.params.id, sent);
    });
    return answer(reply, replaced);
  });
}

function sending(app: App, services: SendServices): void {
  app.post(
    '/api/documents/:id/send',
    { ...guarded, schema: { ...byId, body: sendBody } },
    async (request, reply) => {
      const owner = ownerOf(request.user);
      const { id } = request.params;
      const keyed = keyedRequest(request, owner.accountId);
      if (isRefusal(keyed)) return sendRefusal(reply, keyed);
      await tryAhead(services, owner, id, request.body);
      const sent = await inTransaction(services.db, (tx) =>
        answerOnce(tx, keyed, async () => {
          const refused = await sendIn(tx, services, owner, id, request.body, 'refuse');
          const whole = refused ?? (await findDocument(tx, owner.accountId, id)) ?? notFound;
          return isRefusal(whole) ? whole : { status: 200, body: documentDetailView(whole) };
        }),
      );
      return isRefusal(sent) ? sendRefusal(reply, sent) : reply.code(sent.status).send(sent.body);
    },
  );

  app.post(
    '/api/documents/:id/void',
    { ...guarded, schema: { ...byId, body: voidBody } },
    async (request, reply) =>
      answer(
        reply,
        await voidDocument(services, ownerOf(request.user), request.params.id, request.body.reason),
      ),
  );
}

function files(app: App, { db, files: store }: DocumentServices): void {
  const sealedTrails = openSealedTrails(store);
  app.get('/api/documents/:id/file', { ...guarded, schema: byId }, async (request, reply) => {
    const whole = await findDocument(db, request.user.accountId, request.params.id);
    if (!whole) return sendRefusal(reply, notFound);
    return sendPdf(reply, store, {
      sha256: whole.document.baseSha256,
      name: pdfName(whole.document.title),
      disposition: 'inline',
    });
  });

  app.get('/api/documents/:id/download', { ...guarded, schema: byId }, async (request, reply) => {
    const whole = await findDocument(db, request.user.accountId, request.params.id);
    if (!whole) return sendRefusal(reply, notFound);
    const { sealedSha256, title } = whole.document;
    if (sealedSha256 === null) return sendRefusal(reply, notCompleted);
    return sendPdf(reply, store, { sha256: sealedSha256, name: pdfName(title, ' (sealed)') });
  });

  app.get('/api/documents/:id/attachments', { ...guarded, schema: byId }, async (request, reply) => {
    const whole = await findDocument(db, request.user.accountId, request.params.id);
    return whole ? reply.send(await handedIn(db, whole)) : sendRefusal(reply, notFound);
  });

  app.get(
    '/api/documents/:id/attachments/:fieldId',
    { ...guarded, schema: { params: z.object({ id: z.string(), fieldId: z.string() }) } },
    async (request, reply) => {
      const whole = await findDocument(db, request.user.accountId, request.params.id);
      const files = whole ? await handedIn(db, whole) : [];
      const file = files.find(({ fieldId }) => fieldId === request.params.fieldId);
      return file ? sendStored(reply, store, file) : sendRefusal(reply, notFound);
    },
  );

  app.get('/api/documents/:id/trail', { ...guarded, schema: byId }, async (request, reply) => {
    const whole = await findDocument(db, request.user.accountId, request.params.id);
    if (!whole) return sendRefusal(reply, notFound);
    const view = await trailView({ db, sealedTrails }, whole);
    if (!view.intact || view.sameAsSealed === false)
      request.log.error({ document: whole.document.id }, 'the trail is not the one that was recorded');
    return reply.send(view);
  });
}

const notCompleted = refuse(
  'document-not-completed',
  'This document is not completed yet. The sealed copy is there as soon as everybody has signed.',
);

function answer(reply: FastifyReply, outcome: WholeDocument | Refusal): FastifyReply {
  return isRefusal(outcome) ? sendRefusal(reply, outcome) : reply.send(documentDetailView(outcome));
}
