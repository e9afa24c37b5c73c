import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { largestBulkBody, listBulkQuery, previewBulkBody, startBulkBody } from '#contract/bulk.ts';
import { bulkActs } from '#core/bulk/bulk.ts';
import { sampleColumns } from '#core/bulk/read-file.ts';
import { byteOrderMark, csvLine } from '#core/csv/write-csv.ts';
import { expirationDays } from '#core/document/send.ts';
import { isRefusal } from '#core/refusal.ts';
import { ownerOf } from '../records/owner.ts';
import type { App, Feature } from '../http/fastify-app.ts';
import { sendRefusal } from '../http/problems.ts';
import { sendExport } from '../http/send-export.ts';
import { signedIn } from '../http/signed-in.ts';
import { findTemplate } from '../templates/template-store.ts';
import { countRows } from '../records/bulk-counts.ts';
import type { Services } from '../services.ts';
import { findBulk, listBulks, listRows, type BulkKey } from './bulk-store.ts';
import { bulkDetailView, bulkView, previewView } from './bulk-view.ts';
import { noTemplate, readRows } from './read-rows.ts';
import { resultLines } from './result.ts';
import { noBulk, startBulk, steerBulk } from './start-bulk.ts';

const guarded = { preHandler: signedIn };
const byId = { params: z.object({ id: z.string() }) };
const csvType = 'text/csv; charset=utf-8';
const problemsShown = 200;

/** Bulk send from a CSV file, for the holder of the account. */
export function bulkRoutes(services: Services): Feature {
  return (app) => {
    starting(app, services);
    following(app, services);
  };
}

function starting(app: App, services: Services): void {
  app.get('/api/templates/:id/bulk/sample', { ...guarded, schema: byId }, async ({ user, params }, reply) => {
    const template = await findTemplate(services.db, user.accountId, params.id);
    if (!template) return sendRefusal(reply, noTemplate);
    const stream = Readable.from([byteOrderMark + csvLine(sampleColumns(template))]);
    return sendExport(reply, { name: 'bulk-send.csv', type: csvType, stream });
  });

  app.post(
    '/api/templates/:id/bulk/preview',
    { ...guarded, bodyLimit: largestBulkBody, schema: { ...byId, body: previewBulkBody } },
    async ({ user, params, body }, reply) => {
      const asked = { csv: body.csv, expirationDays: expirationDays.default };
      const file = await readRows(services, user.accountId, params.id, asked);
      return isRefusal(file) ? sendRefusal(reply, file) : previewView(file);
    },
  );

  app.post(
    '/api/templates/:id/bulk',
    { ...guarded, bodyLimit: largestBulkBody, schema: { ...byId, body: startBulkBody } },
    async ({ user, params, body }, reply) => {
      const begun = await startBulk(services, ownerOf(user), params.id, body);
      if (isRefusal(begun)) return sendRefusal(reply, begun);
      return answerDetail(reply.code(201), services, { accountId: user.accountId, id: begun.id });
    },
  );
}

function following(app: App, services: Services): void {
  const { db } = services;
  app.get(
    '/api/bulk',
    { ...guarded, schema: { querystring: listBulkQuery } },
    async ({ user: { accountId }, query }) => {
      const found = await listBulks(db, accountId, query.template);
      const counts = await countRows(
        db,
        accountId,
        found.map(({ id }) => id),
      );
      return found.map((bulk) => bulkView(bulk, counts.get(bulk.id)!));
    },
  );

  app.get('/api/bulk/:id', { ...guarded, schema: byId }, ({ user, params }, reply) =>
    answerDetail(reply, services, { accountId: user.accountId, id: params.id }),
  );

  for (const act of bulkActs) {
    app.post(`/api/bulk/:id/${act}`, { ...guarded, schema: byId }, async ({ user, params }, reply) => {
      const key = { accountId: user.accountId, id: params.id };
      const refused = await steerBulk(services, ownerOf(user), key.id, act);
      return refused ? sendRefusal(reply, refused) : answerDetail(reply, services, key);
    });
  }

  app.get('/api/bulk/:id/result', { ...guarded, schema: byId }, async ({ user, params }, reply) => {
    const bulk = await findBulk(db, { accountId: user.accountId, id: params.id });
    if (!bulk) return sendRefusal(reply, noBulk);
    const stream = Readable.from(resultLines(db, bulk));
    return sendExport(reply, { name: 'bulk-send-result.csv', type: csvType, stream });
  });
}

async function answerDetail(reply: FastifyReply, { db }: Services, key: BulkKey): Promise<FastifyReply> {
  const bulk = await findBulk(db, key);
  if (!bulk) return sendRefusal(reply, noBulk);
  const counts = (await countRows(db, key.accountId, [key.id])).get(key.id)!;
  const problems = await listRows(db, key, { states: ['failed', 'refused'], limit: problemsShown });
  return reply.send(bulkDetailView(bulk, counts, problems));
}
