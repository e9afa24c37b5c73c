import { z } from 'zod';
import {
  archiveQuery,
  documentsBody,
  mostAtOnce,
  moveDocumentsBody,
  thumbnailQuery,
} from '#contract/library.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import { accountOwners } from '../../records/sender-store.ts';
import { findDocument } from '../../records/document-store.ts';
import { ownerOf } from '../../records/owner.ts';
import { readDraftFile } from '../../records/draft-file.ts';
import type { App, Feature } from '../../http/fastify-app.ts';
import { sendRefusal } from '../../http/problems.ts';
import { sendsUploadedBytes } from '../../http/security-headers.ts';
import { signedIn } from '../../http/signed-in.ts';
import { binDocuments, notFound, restoreDocuments } from './bin-documents.ts';
import { duplicateDocument } from './duplicate-document.ts';
import { folderRoutes } from './folder-routes.ts';
import type { LibraryServices } from './library-services.ts';
import { moveDocuments } from './move-documents.ts';
import { packDocuments } from './pack-documents.ts';
import { emptyBin, purgeDocuments } from './purge-documents.ts';
import { sendThumbnail } from '../../files/send-thumbnail.ts';
import { findShownFile } from '../../files/thumbnails.ts';

const guarded = { preHandler: signedIn };
const byId = { params: z.object({ id: z.string() }) };

/** The API of the library: folders, the bin, acts on several documents, pictures. */
export function libraryRoutes(services: LibraryServices): Feature {
  return async (app) => {
    folderRoutes(app, services);
    acts(app, services);
    bin(app, services);
    files(app, services);
    pictures(app, services);
  };
}

function acts(app: App, services: LibraryServices): void {
  app.get('/api/documents/owners', guarded, ({ user }) => accountOwners(services.db, user.accountId));

  app.delete('/api/documents/:id', { ...guarded, schema: byId }, async ({ user, params }, reply) => {
    const { refused } = await binDocuments(services, ownerOf(user), [params.id]);
    const [first] = refused;
    if (!first) return reply.code(204).send();
    return sendRefusal(reply, refuse(first.code, first.detail));
  });

  app.post('/api/documents/delete', { ...guarded, schema: { body: documentsBody } }, ({ user, body }) =>
    binDocuments(services, ownerOf(user), body.ids),
  );

  app.post(
    '/api/documents/move',
    { ...guarded, schema: { body: moveDocumentsBody } },
    async ({ user, body }, reply) => {
      const moved = await moveDocuments(services, user.accountId, body);
      return isRefusal(moved) ? sendRefusal(reply, moved) : reply.send(moved);
    },
  );

  app.post('/api/documents/:id/duplicate', { ...guarded, schema: byId }, async ({ user, params }, reply) => {
    const made = await duplicateDocument(services, ownerOf(user), params.id);
    return isRefusal(made) ? sendRefusal(reply, made) : reply.code(201).send(made);
  });
}

function bin(app: App, services: LibraryServices): void {
  app.post('/api/bin/restore', { ...guarded, schema: { body: documentsBody } }, ({ user, body }) =>
    restoreDocuments(services, ownerOf(user), body.ids),
  );

  app.post('/api/bin/purge', { ...guarded, schema: { body: documentsBody } }, ({ user, body }) =>
    purgeDocuments(services, user.accountId, body.ids),
  );

  app.delete('/api/bin', guarded, async ({ user }) => ({ purged: await emptyBin(services, user.accountId) }));
}

function files(app: App, services: LibraryServices): void {
  app.get(
    '/api/documents/archive',
    { ...guarded, schema: { querystring: archiveQuery } },
    async ({ user, query }, reply) => {
      const ids = query.ids.split(',').slice(0, mostAtOnce);
      const packed = await packDocuments(services, user.accountId, ids);
      if (isRefusal(packed)) return sendRefusal(reply, packed);
      const name = `documents-${new Date(services.clock()).toISOString().slice(0, 10)}.zip`;
      sendsUploadedBytes(reply, { name, mediaType: 'application/zip', disposition: 'attachment' });
      return reply.send(packed);
    },
  );

  app.get('/api/documents/:id/original', { ...guarded, schema: byId }, async ({ user, params }, reply) => {
    const whole = await findDocument(services.db, user.accountId, params.id);
    if (!whole) return sendRefusal(reply, notFound);
    const file = await readDraftFile(services.db, whole.document);
    const { size, stream } = await services.files.open(file.originalSha256);
    const { fileName: name, mediaType } = file;
    sendsUploadedBytes(reply, { name, mediaType, disposition: 'attachment' });
    return reply.header('content-length', size).send(stream);
  });
}

function pictures(app: App, services: LibraryServices): void {
  app.get(
    '/api/documents/:id/thumbnail',
    { ...guarded, schema: { ...byId, querystring: thumbnailQuery } },
    async ({ user, params, query, headers }, reply) => {
      const file = await findShownFile(services.db, user.accountId, params.id);
      if (!file) return sendRefusal(reply, notFound);
      const asked = { version: query.v, known: headers['if-none-match'] };
      return sendThumbnail(reply, services, { accountId: user.accountId, file, ...asked });
    },
  );
}
