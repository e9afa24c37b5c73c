import { Readable } from 'node:stream';
import { answerRows, type AnswerRow, type AnswersQuery } from '#contract/documents/answers.ts';
import { cellText, type Cell } from '#core/answers/cell.ts';
import { byteOrderMark, csvLine } from '#core/csv/write-csv.ts';
import { isRefusal } from '#core/refusal.ts';
import type { FastifyReply } from 'fastify';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { linkToNext } from '../../foundation/http/link-to-next.ts';
import { sendExport } from '../../foundation/http/send-export.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { noBulk } from '../bulk/start-bulk.ts';
import { notFound as noTemplate } from '../templates/create-template.ts';
import { loadAnswers } from './answer-rows.ts';
import type { AnswersDeps } from './deps.ts';
import { bulkSource, formSource, templateSource, type Scope, type Source } from './sources.ts';
import { answerTable } from './table.ts';
import { writeXlsx } from './write-xlsx.ts';

/** Routes that return what recipients entered in the documents of a template, bulk send or public form. */
export function answersRoutes(services: AnswersDeps): Routes {
  const { db } = services;
  const { listTemplateAnswers, listFormAnswers, listBulkAnswers } = answerRows;
  return (app: App) => {
    const serveSource = (
      route: typeof listTemplateAnswers | typeof listFormAnswers | typeof listBulkAnswers,
      sourceOf: typeof templateSource,
      missing: typeof noTemplate,
    ): void =>
      serve(app, route, async ({ user, params, query, request, reply }) => {
        const scope = scopeOf(services, user, query);
        const source = await sourceOf(db, scope, params.id);
        if (!source) return missing;
        if (query.format !== 'json')
          return sendTable(services, reply, { scope, source, format: query.format });
        const { rows, next } = await page(services, scope, source, query);
        if (next !== undefined) reply.header('link', linkToNext(request.url, next));
        return rows;
      });
    serveSource(listTemplateAnswers, templateSource, noTemplate);
    serveSource(listFormAnswers, formSource, noTemplate);
    serveSource(listBulkAnswers, bulkSource, noBulk);
  };
}

/** A test key sees test documents; everyone else sees real ones. */
function scopeOf(
  { clock }: AnswersDeps,
  { accountId, sight, key }: SignedInUser,
  { from, to }: AnswersQuery,
): Scope {
  // Leaves out documents sent while the file is being written, because the heading could lack their columns.
  const until = Math.min(to === undefined ? Infinity : Date.parse(to), clock() + 1);
  return { accountId, sight, test: key?.mode === 'test', from: new Date(from ?? 0), to: new Date(until) };
}

async function page(
  { db }: AnswersDeps,
  { accountId }: Scope,
  source: Source,
  { cursor, limit }: AnswersQuery,
): Promise<{ rows: AnswerRow[]; next: string | undefined }> {
  const found = await source.page(cursor, limit + 1);
  const answered = await loadAnswers(db, accountId, found.slice(0, limit));
  const next = found.length > limit ? found[limit - 1]?.key : undefined;
  return { rows: answered.map(({ row }) => row), next };
}

async function sendTable(
  { db }: AnswersDeps,
  reply: FastifyReply,
  { scope, source, format }: { scope: Scope; source: Source; format: 'csv' | 'xlsx' },
) {
  const table = await answerTable(db, scope.accountId, source);
  if (isRefusal(table)) return table;
  return format === 'csv'
    ? sendExport(reply, {
        name: 'answers.csv',
        type: 'text/csv; charset=utf-8',
        stream: Readable.from(asCsv(table)),
      })
    : sendExport(reply, {
        name: 'answers.xlsx',
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        stream: Readable.from(writeXlsx(table), { objectMode: false }),
      });
}

async function* asCsv(pages: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield byteOrderMark;
  for await (const rows of pages) yield rows.map((cells) => csvLine(cells.map(cellText))).join('');
}
