import multipart from '@fastify/multipart';
import type { SentDetail } from '#contract/documents/documents.ts';
import { documentRows } from '#contract/documents/document-routes.ts';
import { libraryRows } from '#contract/documents/library.ts';
import { sendingRows } from '#contract/documents/sending-routes.ts';
import { mustBeAllowed } from '#core/permission/permission.ts';
import { mustBeInScope } from '#core/permission/scope.ts';
import { accessToDocument } from '#core/permission/visibility.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { inTransaction } from '../foundation/db/transaction.ts';
import type { App, Routes } from '../foundation/http/fastify-app.ts';
import { answerOnce } from '../foundation/http/idempotency.ts';
import { linkToNext } from '../foundation/http/link-to-next.ts';
import { serve } from '../foundation/http/serve.ts';
import type { SignedInUser } from '../foundation/http/session.ts';
import { viewOnly } from '../foundation/http/visibility-checks.ts';
import { findSealedFile, sendSealedFiles } from '../records/trail/separate-files.ts';
import { pdfName, sendPdf, sendStored } from '../records/stored-files/send-file.ts';
import { listAttachments } from './library/attachment-list.ts';
import { coverView } from './draft/covers-view.ts';
import { addUnsignedValues, listSignedValues } from '../records/entered-values.ts';
import { foldersToList } from '../records/folder-store.ts';
import { findDocument, lockDocument, type WholeDocument } from '../records/document-store.ts';
import { ownerOf } from '../records/owner.ts';
import {
  detailOf,
  documentDetailView,
  documentSummaryView,
  fieldView,
  recipientView,
} from './document-view.ts';
import { changeDraft, notFound, type DraftChange } from './draft/edit-draft.ts';
import { manageSeveral } from './library/manage-several.ts';
import { reasonMissing, voidDocument } from './sending/end-document.ts';
import { extendExpiry } from './sending/extend-expiry.ts';
import { remindNow } from './sending/remind-recipients.ts';
import { handOutLinks, withLinkAddresses, type LinkIds } from './invitations/hand-out-link.ts';
import { listDocuments } from './library/list-documents.ts';
import { readForm, readUpload } from './files/read-upload.ts';
import { fillFile, readFillable } from './draft/fill-file.ts';
import { addFile, putFiles } from './draft/document-files.ts';
import { replaceFile } from './draft/replace-file.ts';
import { pageRoutes } from './draft/page-routes.ts';
import { sendInTransaction, preflightSend } from './sending/send-document.ts';
import { readSendRequest } from './sending/read-send-request.ts';
import { sendFile } from './sending/send-file.ts';
import { sentAnswer } from './sending/sent-view.ts';
import { retentionRoutes } from './retention/retention-routes.ts';
import { manageRoutes } from './sending/manage-routes.ts';
import { trailView } from './library/trail-view.ts';
import { uploadDocument } from './draft/upload-document.ts';
import type { DocumentsDeps } from './deps.ts';
import { refuseOtherSeal } from '../records/trail/stated-seals.ts';

/** Routes for documents, used by members of the account. */
export function documentRoutes(services: DocumentsDeps): Routes {
  return async (app) => {
    await app.register(multipart);
    uploadAndList(app, services);
    drafts(app, services);
    replacing(app, services);
    pageRoutes(app, services);
    fileList(app, services);
    sending(app, services);
    files(app, services);
    manageRoutes(app, services);
    severalDocuments(app, services);
    retentionRoutes(app, services);
  };
}

function uploadAndList(app: App, services: DocumentsDeps): void {
  serve(app, documentRows.uploadDocument, async ({ user, request }) => {
    const owner = ownerOf(user);
    const created = await services.uploads(owner.accountId, async () => {
      const upload = await readUpload(request);
      return isRefusal(upload) ? upload : uploadDocument(services, owner, upload);
    });
    return detailOf(created);
  });

  serve(
    app,
    documentRows.listDocuments,
    async ({ user: { accountId, email, key, sight }, query, request, reply }) => {
      const { waitingForOthers, expiresWithinDays: days } = query;
      const now = services.clock();
      const folders = await foldersToList(services.db, accountId, query);
      const listing = await listDocuments(services.db, accountId, {
        ...query,
        ...(waitingForOthers && { waitsForOthersThan: email }),
        ...(days !== undefined && { expires: { now, until: now + days * 86_400_000 } }),
        folders,
        sight,
        test: key ? key.mode === 'test' : query.test,
      });
      reply.header('x-total-count', listing.total);
      if (listing.more) reply.header('x-total-count-relation', 'at-least');
      if (listing.next) reply.header('link', linkToNext(request.url, listing.next));
      return listing.rows.map(({ document, parts }) => documentSummaryView(document, parts));
    },
  );

  serve(app, documentRows.readDocument, async ({ user, params, query: { entered } }) => {
    const whole = await findDocument(services.db, user.accountId, params.id);
    if (!whole) return notFound;
    const refused = entered ? mustManage(user, whole) : undefined;
    if (refused) return refused;
    const signed = await listSignedValues(services.db, whole);
    const values = entered ? await addUnsignedValues(services, whole, signed) : signed;
    return { ...documentDetailView(whole), values };
  });
}

/** Routes for a sender's actions on a selection of documents. */
function severalDocuments(app: App, services: DocumentsDeps): void {
  serve(app, sendingRows.remindDocuments, ({ user, body: { ids } }) => {
    const owner = ownerOf(user);
    return manageSeveral(services, owner, ids, (id) => remindNow(services, owner, id));
  });
  serve(app, sendingRows.extendDocuments, ({ user, body: { ids, days } }) => {
    const owner = ownerOf(user);
    return manageSeveral(services, owner, ids, (id) => extendExpiry(services, owner, id, days));
  });
  serve(app, sendingRows.voidDocuments, ({ user, body: { ids, reason } }) => {
    const owner = ownerOf(user);
    if (reason.trim() === '') return reasonMissing;
    return manageSeveral(services, owner, ids, (id) => voidDocument(services, owner, id, reason));
  });
}

/**
 * Requires the permission to manage the document. Recipients have not yet given these values to the account,
 * so permission to read documents is not enough.
 */
function mustManage(user: SignedInUser, { document }: WholeDocument): Refusal | undefined {
  const scope = { scope: 'documents:send', test: true } as const;
  const refused = mustBeAllowed(user, 'document.manage') ?? (user.key && mustBeInScope(user.key, scope));
  return refused ?? (accessToDocument(user.sight, document) === 'use' ? undefined : viewOnly);
}

function drafts(app: App, services: DocumentsDeps): void {
  const change = (user: SignedInUser, id: string, body: DraftChange) =>
    changeDraft(services, ownerOf(user), id, body);

  serve(app, documentRows.putDraft, async ({ user, params, body }) =>
    detailOf(await change(user, params.id, body)),
  );
  serve(app, documentRows.changeDraft, async ({ user, params, body }) =>
    detailOf(await change(user, params.id, body)),
  );

  serve(app, documentRows.putFields, async ({ user, params, body }) => {
    const { fields, revision } = Array.isArray(body) ? { fields: body } : body;
    const saved = await change(user, params.id, { signatureFields: fields, revision });
    if (isRefusal(saved)) return saved;
    return { fields: saved.fields.map(fieldView), revision: saved.document.revision };
  });

  serve(app, documentRows.findFieldOverlaps, async ({ user, params }) => {
    const whole = await findDocument(services.db, user.accountId, params.id);
    if (!whole) return notFound;
    const covers = whole.document.status === 'draft' ? await services.sealable.covers(whole) : [];
    return { covers: covers.map(coverView) };
  });

  serve(app, documentRows.putRecipients, async ({ user, params, body }) => {
    const edit = Array.isArray(body) ? { recipients: body } : body;
    const saved = await change(user, params.id, edit);
    if (isRefusal(saved)) return saved;
    return {
      recipients: saved.recipients.map((recipient) => recipientView(recipient, saved)),
      revision: saved.document.revision,
    };
  });
}

function replacing(app: App, services: DocumentsDeps): void {
  serve(app, documentRows.replaceFile, async ({ user, params, request }) => {
    const owner = ownerOf(user);
    const replaced = await services.uploads(owner.accountId, async () => {
      const form = await readForm(request, documentRows.replaceFile.body);
      if (isRefusal(form)) return form;
      const { texts, ...file } = form;
      const revision = texts.revision === undefined ? undefined : Number(texts.revision);
      const sent = { ...file, revision, confirmed: texts.confirm === 'true' };
      return replaceFile(services, owner, params.id, sent);
    });
    return detailOf(replaced);
  });

  serve(app, documentRows.readPlaceholders, async ({ user, params }) => {
    const file = await readFillable(services, user, params.id);
    return isRefusal(file) ? file : { placeholders: file.placeholders };
  });

  serve(app, documentRows.fillPlaceholders, async ({ user, params, body: { confirm = false, ...given } }) => {
    const owner = ownerOf(user);
    const fill = { ...given, revision: given.revision, confirmed: confirm };
    return detailOf(
      await services.uploads(owner.accountId, () => fillFile(services, owner, params.id, fill)),
    );
  });
}

function fileList(app: App, services: DocumentsDeps): void {
  serve(app, documentRows.addFile, async ({ user, params, request }) => {
    const owner = ownerOf(user);
    const added = await services.uploads(owner.accountId, async () => {
      const form = await readForm(request, documentRows.addFile.body);
      if (isRefusal(form)) return form;
      const { texts, ...file } = form;
      const revision = texts.revision === undefined ? undefined : Number(texts.revision);
      return addFile(services, owner, params.id, { ...file, title: texts.title, kind: texts.kind, revision });
    });
    return detailOf(added);
  });

  serve(app, documentRows.putFiles, async ({ user, params, body }) =>
    detailOf(
      await services.uploads(ownerOf(user).accountId, () =>
        putFiles(services, ownerOf(user), params.id, body),
      ),
    ),
  );
}

function sending(app: App, services: DocumentsDeps): void {
  serve(app, sendingRows.sendDocument, async ({ user, params: { id }, body, keyed }) => {
    const owner = ownerOf(user);
    await preflightSend(services, owner, id, body);
    const sent = await inTransaction(services.db, (tx) =>
      answerOnce(tx, keyed, async () => {
        const refused = await sendInTransaction(tx, services, owner, id, body, 'refuse');
        const whole = refused ?? (await lockDocument(tx, owner.accountId, id)) ?? notFound;
        if (isRefusal(whole)) return whole;
        const links = await handOutLinks(tx, owner, whole, services.clock());
        return { status: 200, body: sentDetail(whole, links) };
      }),
    );
    return isRefusal(sent) ? sent : withLinkAddresses(services, sent.body);
  });

  serve(app, sendingRows.sendFile, async ({ user, query, keyed, request, reply }) => {
    // Sending a file also requires the scope for uploading it.
    const refused = user.key && mustBeInScope(user.key, { scope: 'documents:write', test: true });
    if (refused) return refused;
    const owner = ownerOf(user);
    const sent = await services.uploads(owner.accountId, async () => {
      const given = await readSendRequest(request);
      if (isRefusal(given)) return given;
      return sendFile(services, owner, given, { keyed, check: query.check ?? false });
    });
    if (isRefusal(sent)) return sent;
    reply.code(sent.status);
    return sentAnswer(services, sent);
  });

  serve(app, sendingRows.voidDocument, async ({ user, params, body }) =>
    detailOf(await voidDocument(services, ownerOf(user), params.id, body.reason)),
  );
}

function files(app: App, services: DocumentsDeps): void {
  const { db, files: store, sealedTrails } = services;
  serve(app, documentRows.readFile, async ({ user, params, reply }) => {
    const whole = await findDocument(db, user.accountId, params.id);
    if (!whole) return notFound;
    return sendPdf(reply, store, {
      sha256: whole.document.baseSha256,
      name: pdfName(whole.document.title),
      disposition: 'inline',
    });
  });

  serve(app, documentRows.downloadDocument, async ({ user, params, query, request, reply }) => {
    const whole = await findDocument(db, user.accountId, params.id);
    if (!whole) return notFound;
    const { sealedSha256, augmentation, title } = whole.document;
    if (sealedSha256 === null) return notCompleted;
    const refused = await refuseOtherSeal(db, user.accountId, [whole.document], request.log);
    if (refused) return refused;
    if (query.file !== undefined) {
      const one = await findSealedFile(services, whole.document, query.file, request.log);
      return isRefusal(one) ? one : sendPdf(reply, store, one);
    }
    const name = pdfName(title, ' (sealed)');
    return sendPdf(reply, store, { sha256: sealedSha256, behind: augmentation, name });
  });

  serve(app, libraryRows.downloadSealedFiles, async ({ user, params, request, reply }) => {
    const whole = await findDocument(db, user.accountId, params.id);
    if (!whole) return notFound;
    if (whole.document.sealedSha256 === null) return notCompleted;
    return sendSealedFiles(reply, services, whole.document, request.log);
  });

  serve(app, documentRows.listAttachments, async ({ user, params }) => {
    const whole = await findDocument(db, user.accountId, params.id);
    return whole ? listAttachments(db, whole) : notFound;
  });

  serve(app, documentRows.readAttachment, async ({ user, params, reply }) => {
    const whole = await findDocument(db, user.accountId, params.id);
    const files = whole ? await listAttachments(db, whole) : [];
    const file = files.find(({ fieldId }) => fieldId === params.fieldId);
    return file ? sendStored(reply, store, file) : notFound;
  });

  serve(app, documentRows.readTrail, async ({ user, params, request }) => {
    const whole = await findDocument(db, user.accountId, params.id);
    if (!whole) return notFound;
    const view = await trailView({ db, sealedTrails }, whole, app.serviceName);
    if (!view.intact || view.matchesSealedFile === false)
      request.log.error({ document: whole.document.id }, 'the trail differs from what was recorded');
    return view;
  });
}

const notCompleted = refuse(
  'document-not-completed',
  'This document is not completed yet. The sealed copy is available once everyone has signed.',
);

/**
 * Link ids are stored with the response for repeated requests, and `withLinkAddresses` replaces them with
 * URLs.
 */
function sentDetail(whole: WholeDocument, links: LinkIds): SentDetail {
  const detail = documentDetailView(whole);
  const recipients = detail.recipients.map((one) => ({ ...one, link: links.get(one.id) ?? null }));
  return { ...detail, recipients };
}
