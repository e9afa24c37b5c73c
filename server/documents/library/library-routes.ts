import { maxConcurrent, libraryRows } from '#contract/documents/library.ts';
import { documentRows } from '#contract/documents/document-routes.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import { accountOwners } from '../../records/sender-store.ts';
import { findDocument } from '../../records/document-store.ts';
import { ownerOf } from '../../records/owner.ts';
import { filesOf } from '../../records/document.ts';
import { readDraftFile } from '../../records/draft-file.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { sendsUploadedBytes } from '../../foundation/http/security-headers.ts';
import { sendStored } from '../../records/stored-files/send-file.ts';
import { serve } from '../../foundation/http/serve.ts';
import { binDocuments, notFound, restoreDocuments } from './bin-documents.ts';
import { duplicateDocument } from './duplicate-document.ts';
import { folderRoutes } from './folder-routes.ts';
import { moveDocuments, moveTemplates } from './move-documents.ts';
import { packDocuments } from './pack-documents.ts';
import { emptyBin, purgeDocuments } from './purge-documents.ts';
import { sendThumbnail } from '../files/send-thumbnail.ts';
import { findShownFile } from '../files/thumbnails.ts';
import type { LibraryDeps } from './deps.ts';

/** Routes for folders, the bin, bulk operations and thumbnails. */
export function libraryRoutes(services: LibraryDeps): Routes {
  return async (app) => {
    folderRoutes(app, services);
    acts(app, services);
    bin(app, services);
    files(app, services);
    pictures(app, services);
  };
}

function acts(app: App, services: LibraryDeps): void {
  serve(app, documentRows.listDocumentOwners, ({ user }) => accountOwners(services.db, user.accountId));

  serve(app, libraryRows.deleteDocument, async ({ user, params }) => {
    const outcome = await binDocuments(services, ownerOf(user), [params.id]);
    if (isRefusal(outcome)) return outcome;
    const [first] = outcome.refused;
    return first && refuse(first.code, first.detail);
  });
  serve(app, libraryRows.deleteDocuments, ({ user, body }) =>
    binDocuments(services, ownerOf(user), body.ids),
  );
  serve(app, libraryRows.moveDocuments, ({ user, body }) => moveDocuments(services, user, body));
  serve(app, libraryRows.moveTemplates, ({ user, body }) => moveTemplates(services, user, body));
  serve(app, libraryRows.duplicateDocument, ({ user, params }) =>
    duplicateDocument(services, ownerOf(user), params.id),
  );
}

function bin(app: App, services: LibraryDeps): void {
  serve(app, libraryRows.restoreDocuments, ({ user, body }) =>
    restoreDocuments(services, ownerOf(user), body.ids),
  );
  serve(app, libraryRows.purgeDocuments, ({ user, body }) => purgeDocuments(services, user, body.ids));
  serve(app, libraryRows.emptyBin, async ({ user }) => {
    const purged = await emptyBin(services, user);
    return isRefusal(purged) ? purged : { purged };
  });
}

function files(app: App, services: LibraryDeps): void {
  serve(app, libraryRows.downloadDocuments, async ({ user, query, request, reply }) => {
    const ids = query.ids.split(',').slice(0, maxConcurrent);
    const packed = await packDocuments(services, user, ids, request.log);
    if (isRefusal(packed)) return packed;
    const name = `documents-${new Date(services.clock()).toISOString().slice(0, 10)}.zip`;
    sendsUploadedBytes(reply, { name, mediaType: 'application/zip', disposition: 'attachment' });
    return reply.send(packed);
  });

  serve(app, documentRows.readOriginal, async ({ user, params, query, reply }) => {
    const whole = await findDocument(services.db, user.accountId, params.id);
    if (!whole) return notFound;
    const file =
      query.file === undefined
        ? await readDraftFile(services.db, whole.document)
        : filesOf(whole.document).find(({ id }) => id === query.file);
    if (!file) return notFound;
    const { fileName: name, mediaType, originalSha256: sha256 } = file;
    return sendStored(reply, services.files, { sha256, name, mediaType });
  });
}

function pictures(app: App, services: LibraryDeps): void {
  serve(app, documentRows.readThumbnail, async ({ user, params, query, request, reply }) => {
    const file = await findShownFile(services.db, user.accountId, params.id);
    if (!file) return notFound;
    const asked = { version: query.v, known: request.headers['if-none-match'] };
    return sendThumbnail(reply, services, { accountId: user.accountId, file, ...asked });
  });
}
