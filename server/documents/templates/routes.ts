import type { z } from 'zod';
import multipart from '@fastify/multipart';
import { templateRows } from '#contract/documents/template-routes.ts';
import type { useTemplateBody, TemplateDetail, TemplateView } from '#contract/documents/templates.ts';
import { mustBeInScope } from '#core/permission/scope.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { omittedSettingSentence } from '#core/template/imported.ts';
import { foldersToList } from '../../records/folder-store.ts';
import { ownerOf } from '../../records/owner.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { linkToNext } from '../../foundation/http/link-to-next.ts';
import { pdfName, sendPdf } from '../../records/stored-files/send-file.ts';
import { serve } from '../../foundation/http/serve.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';
import { readTerms } from '../draft/terms.ts';
import { readReferenceParts } from '../files/read-reference.ts';
import { fileOfJson, readForm } from '../files/read-upload.ts';
import { sendThumbnail } from '../files/send-thumbnail.ts';
import type { TemplatesDeps } from './deps.ts';
import { addFile, changeTemplate, removeTemplate } from './change-template.ts';
import { createTemplate, createTemplateFromFile, duplicateTemplate, notFound } from './create-template.ts';
import { countDocuments, countTemplates, listTemplates } from './list-templates.ts';
import { importTemplate } from './import-template.ts';
import { findTemplate } from './template-store.ts';
import { putTemplateParts, replaceTemplateFile } from './edit-template.ts';
import { templateDetailView, templateView } from './template-view.ts';
import type { Template } from './template.ts';
import { createDocument, type AskedUse } from './make-document.ts';
import { sentAnswer } from '../sending/sent-view.ts';
import { sendTemplate } from './send-template.ts';
import { versionRoutes } from './version-routes.ts';

/** Routes for the templates of an account (specification §7). */
export function templateRoutes(services: TemplatesDeps): Routes {
  return async (app) => {
    await app.register(multipart);
    reading(app, services);
    creating(app, services);
    changing(app, services);
    using(app, services);
    versionRoutes(app, services);
  };
}

function reading(app: App, { db, files, thumbnails }: TemplatesDeps): void {
  serve(app, templateRows.listTemplates, async ({ user, query, request, reply }) => {
    const folders = await foldersToList(db, user.accountId, query);
    const asked = { ...query, folders, sight: user.sight };
    const page = await listTemplates(db, user.accountId, asked);
    reply.header('x-total-count', await countTemplates(db, user.accountId, asked));
    if (page.next) reply.header('link', linkToNext(request.url, page.next));
    const ids = page.templates.map(({ id }) => id);
    const countsOf = await countDocuments(db, user.accountId, { ids, sight: user.sight });
    return page.templates.map((one) => ({ ...templateView(one), documents: countsOf(one.id) }));
  });

  serve(app, templateRows.readTemplate, async ({ user, params }) =>
    detailOf((await findTemplate(db, user.accountId, params.id)) ?? notFound),
  );

  serve(app, templateRows.readTemplateFile, async ({ user, params, reply }) => {
    const template = await findTemplate(db, user.accountId, params.id);
    if (!template?.file) return notFound;
    return sendPdf(reply, files, { sha256: template.file.baseSha256, name: pdfName(template.name) });
  });

  serve(app, templateRows.readTemplateThumbnail, async ({ user, params, query, request, reply }) => {
    const template = await findTemplate(db, user.accountId, params.id);
    if (!template?.file) return notFound;
    const file = template.file.baseSha256;
    const asked = { version: query.v, known: request.headers['if-none-match'] };
    return sendThumbnail(reply, { thumbnails, files }, { accountId: user.accountId, file, ...asked });
  });
}

function creating(app: App, services: TemplatesDeps): void {
  serve(app, templateRows.createTemplate, async ({ user, body }) => {
    // The template would reveal the document's file and fields, so a key also needs the scope to read
    // documents.
    const key = body.documentId === undefined ? undefined : user.key;
    const refused = key && mustBeInScope(key, { scope: 'documents:read', test: false });
    return refused ?? viewOf(await createTemplate(services, ownerOf(user), body));
  });

  serve(app, templateRows.uploadTemplate, async ({ user, request }) => {
    const owner = ownerOf(user);
    const created = await services.uploads(owner.accountId, async () => {
      const sent = await readForm(request, templateRows.uploadTemplate.body);
      if (isRefusal(sent)) return sent;
      const reference = readReferenceParts(sent.texts);
      if (isRefusal(reference)) return reference;
      return createTemplateFromFile(services, owner, { ...sent, ...sent.texts, reference });
    });
    return viewOf(created);
  });

  serve(app, templateRows.importTemplate, async ({ user, request }) => {
    const owner = ownerOf(user);
    const imported = await services.uploads(owner.accountId, async () => {
      const sent = await readForm(request, templateRows.importTemplate.body);
      if (isRefusal(sent)) return sent;
      const reference = readReferenceParts(sent.texts);
      if (isRefusal(reference)) return reference;
      return importTemplate(services, owner, { ...sent, ...sent.texts, reference });
    });
    if (isRefusal(imported)) return imported;
    const left = imported.left.map((one) => ({ ...one, detail: omittedSettingSentence(one) }));
    return { template: templateView(imported.template), left };
  });

  serve(app, templateRows.duplicateTemplate, async ({ user, params }) =>
    viewOf(await duplicateTemplate(services, ownerOf(user), params.id)),
  );
}

function changing(app: App, services: TemplatesDeps): void {
  serve(app, templateRows.changeTemplate, async ({ user, params, body }) =>
    viewOf(await changeTemplate(services, user, params.id, body)),
  );

  /** Adds the first file. With `revision` (and `confirm`, 'true'), replaces the existing one. */
  serve(app, templateRows.putTemplateFile, async ({ user, params: { id }, request }) => {
    const changed = await services.uploads(user.accountId, async () => {
      const sent = await readForm(request, templateRows.putTemplateFile.body);
      if (isRefusal(sent)) return sent;
      const { texts, ...file } = sent;
      if (texts.revision === undefined) return addFile(services, user, id, file);
      const wanted = { ...file, revision: Number(texts.revision), confirmed: texts.confirm === 'true' };
      return replaceTemplateFile(services, user, id, wanted);
    });
    return viewOf(changed);
  });

  serve(app, templateRows.putTemplateFields, async ({ user, params, body }) =>
    detailOf(await putTemplateParts(services, user, params.id, body)),
  );
  serve(app, templateRows.putTemplateRoles, async ({ user, params, body }) =>
    detailOf(await putTemplateParts(services, user, params.id, body)),
  );
  serve(app, templateRows.deleteTemplate, ({ user, params }) => removeTemplate(services, user, params.id));
}

function using(app: App, services: TemplatesDeps): void {
  serve(app, templateRows.useTemplate, async ({ user, params, body }) => {
    const use = readUse(body);
    return isRefusal(use) ? use : createDocument(services, ownerOf(user), params.id, use);
  });

  serve(app, templateRows.sendTemplate, async ({ user, params, query, body, keyed, reply }) => {
    // Sending also requires the scope for creating the draft.
    const refused = user.key && mustBeInScope(user.key, { scope: 'documents:write', test: true });
    const use = refused ?? readUse(body);
    if (isRefusal(use)) return use;
    const asked = { use, keyed, check: query.check ?? false };
    const sent = await sendTemplate(services, ownerOf(user), params.id, asked);
    if (isRefusal(sent)) return sent;
    reply.code(sent.status);
    return sentAnswer(services, sent);
  });
}

function readUse(body: z.output<typeof useTemplateBody>): AskedUse | Refusal {
  const { title, signingOrder, formats, values, folderId, returnUrl } = body;
  const terms = readTerms(body);
  if (isRefusal(terms)) return terms;
  const file = body.file && fileOfJson(body.file);
  if (isRefusal(file)) return file;
  const people = body.recipients.map(({ email = '', name, phone, message, ...person }) => ({
    ...person,
    email,
    name: name ?? '',
    phone: phone?.trim() ?? '',
    message: message === undefined ? undefined : cleanMessage(message ?? ''),
  }));
  const folder = folderId?.toLowerCase() || null;
  return { title, people, signingOrder, formats, values, file, ...terms, returnUrl, folderId: folder };
}

function viewOf(outcome: Template | Refusal): TemplateView | Refusal {
  return isRefusal(outcome) ? outcome : templateView(outcome);
}

function detailOf(outcome: Template | Refusal): TemplateDetail | Refusal {
  return isRefusal(outcome) ? outcome : templateDetailView(outcome);
}
