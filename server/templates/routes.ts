import multipart from '@fastify/multipart';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { thumbnailQuery } from '#contract/library.ts';
import {
  changeTemplateBody,
  createTemplateBody,
  listTemplatesQuery,
  putTemplateFieldsBody,
  putTemplateRolesBody,
  uploadTemplateForm,
  useTemplateBody,
} from '#contract/templates.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { ownerOf } from '../records/owner.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { linkToNext } from '../http/link-to-next.ts';
import { sendRefusal } from '../http/problems.ts';
import { pdfName, sendPdf } from '../files/send-file.ts';
import { signedIn } from '../http/signed-in.ts';
import { sendThumbnail } from '../files/send-thumbnail.ts';
import { readForm } from '../files/read-upload.ts';
import type { Services } from '../services.ts';
import { addFile, removeTemplate, renameTemplate } from './change-template.ts';
import { createTemplate, createTemplateFromFile, duplicateTemplate, notFound } from './create-template.ts';
import { countTemplates, listTemplates } from './list-templates.ts';
import { findTemplate } from './template-store.ts';
import { putTemplateFields, putTemplateRoles, replaceTemplateFile } from './edit-template.ts';
import { templateDetailView, templateView } from './template-view.ts';
import type { Template } from './template.ts';
import { makeDocument } from './use-template.ts';

const guarded = { preHandler: signedIn };
const byId = { params: z.object({ id: z.string() }) };

/** The API of templates, for their account holder (specification §7). */
export function templateRoutes(services: Services): Feature {
  return async (app) => {
    await app.register(multipart);
    reading(app, services);
    creating(app, services);
    changing(app, services);
    using(app, services);
  };
}

function reading(app: App, { db, files, thumbnails }: Services): void {
  app.get(
    '/api/templates',
    { ...guarded, schema: { querystring: listTemplatesQuery } },
    async ({ user, query, url }, reply) => {
      const page = await listTemplates(db, user.accountId, query);
      reply.header('x-total-count', await countTemplates(db, user.accountId, query));
      if (page.next) reply.header('link', linkToNext(url, page.next));
      return page.templates.map(templateView);
    },
  );

  app.get('/api/templates/:id', { ...guarded, schema: byId }, async ({ user, params }, reply) =>
    answerDetail(reply, (await findTemplate(db, user.accountId, params.id)) ?? notFound),
  );

  app.get('/api/templates/:id/file', { ...guarded, schema: byId }, async ({ user, params }, reply) => {
    const template = await findTemplate(db, user.accountId, params.id);
    if (!template?.file) return sendRefusal(reply, notFound);
    return sendPdf(reply, files, { sha256: template.file.baseSha256, name: pdfName(template.name) });
  });

  app.get(
    '/api/templates/:id/thumbnail',
    { ...guarded, schema: { ...byId, querystring: thumbnailQuery } },
    async ({ user, params, query, headers }, reply) => {
      const template = await findTemplate(db, user.accountId, params.id);
      if (!template?.file) return sendRefusal(reply, notFound);
      const file = template.file.baseSha256;
      const asked = { version: query.v, known: headers['if-none-match'] };
      return sendThumbnail(reply, { thumbnails, files }, { accountId: user.accountId, file, ...asked });
    },
  );
}

function creating(app: App, services: Services): void {
  app.post(
    '/api/templates',
    { ...guarded, schema: { body: createTemplateBody } },
    async ({ user, body }, reply) =>
      answer(reply.code(201), await createTemplate(services, ownerOf(user), body)),
  );

  app.post('/api/templates/upload', guarded, async (request, reply) => {
    const owner = ownerOf(request.user);
    const created = await services.uploads(owner.accountId, async () => {
      const sent = await readForm(request);
      if (isRefusal(sent)) return sent;
      const words = uploadTemplateForm.safeParse(sent.texts);
      if (!words.success) return malformed;
      return createTemplateFromFile(services, owner, { ...sent, ...words.data });
    });
    return answer(reply.code(201), created);
  });

  app.post('/api/templates/:id/duplicate', { ...guarded, schema: byId }, async ({ user, params }, reply) =>
    answer(reply.code(201), await duplicateTemplate(services, ownerOf(user), params.id)),
  );
}

function changing(app: App, services: Services): void {
  app.put(
    '/api/templates/:id',
    { ...guarded, schema: { ...byId, body: changeTemplateBody } },
    async ({ user, params, body }, reply) =>
      answer(reply, await renameTemplate(services, user.accountId, params.id, body)),
  );

  /** The first file, or with `revision` (and `confirm`, 'true') one in the place of that; text parts. */
  app.put('/api/templates/:id/file', { ...guarded, schema: byId }, async (request, reply) => {
    const { accountId } = request.user;
    const { id } = request.params;
    const changed = await services.uploads(accountId, async () => {
      const sent = await readForm(request);
      if (isRefusal(sent)) return sent;
      const { texts, ...file } = sent;
      if (texts['revision'] === undefined) return addFile(services, accountId, id, file);
      const wanted = { ...file, revision: Number(texts['revision']), confirmed: texts['confirm'] === 'true' };
      return replaceTemplateFile(services, accountId, id, wanted);
    });
    return answer(reply, changed);
  });

  app.put(
    '/api/templates/:id/fields',
    { ...guarded, schema: { ...byId, body: putTemplateFieldsBody } },
    async ({ user, params, body }, reply) =>
      answerDetail(reply, await putTemplateFields(services, user.accountId, params.id, body)),
  );

  app.put(
    '/api/templates/:id/roles',
    { ...guarded, schema: { ...byId, body: putTemplateRolesBody } },
    async ({ user, params, body }, reply) =>
      answerDetail(reply, await putTemplateRoles(services, user.accountId, params.id, body)),
  );

  app.delete('/api/templates/:id', { ...guarded, schema: byId }, async ({ user, params }, reply) => {
    const refused = await removeTemplate(services, user.accountId, params.id);
    return refused ? sendRefusal(reply, refused) : reply.code(204).send();
  });
}

function using(app: App, services: Services): void {
  app.post(
    '/api/templates/:id/use',
    { ...guarded, schema: { ...byId, body: useTemplateBody } },
    async ({ user, params, body }, reply) => {
      const people = body.recipients.map(({ roleId, email, name }) => ({ roleId, email, name: name ?? '' }));
      const use = { title: body.title, people };
      const made = await makeDocument(services, ownerOf(user), params.id, use);
      return isRefusal(made) ? sendRefusal(reply, made) : reply.code(201).send(made);
    },
  );
}

const malformed = refuse(
  'request-malformed',
  'Name, description or category is not what a template takes. The category is General, Legal, HR, Business or Finance.',
);

function answer(reply: FastifyReply, outcome: Template | Refusal): FastifyReply {
  return isRefusal(outcome) ? sendRefusal(reply, outcome) : reply.send(templateView(outcome));
}

function answerDetail(reply: FastifyReply, outcome: Template | Refusal): FastifyReply {
  return isRefusal(outcome) ? sendRefusal(reply, outcome) : reply.send(templateDetailView(outcome));
}
