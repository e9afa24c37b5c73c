import { Readable } from 'node:stream';
import { type AuditFilter, auditRows } from '#contract/evidence/audit.ts';
import { byteOrderMark } from '#core/csv/write-csv.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import { linkToNext } from '../../foundation/http/link-to-next.ts';
import { sendExport } from '../../foundation/http/send-export.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { AuditDeps } from './deps.ts';
import { csvEvent, csvHead, eventView, exportEvent } from './event-view.ts';
import type { JudgedEvent } from './audited-event.ts';
import { judgeEvents } from './judge-events.ts';
import { listEvents } from './list-events.ts';

export function auditRoutes(services: AuditDeps): Routes {
  return (app) => {
    serve(app, auditRows.listEvents, async ({ user: { accountId }, query, request, reply }) => {
      const { events, next } = await listEvents(services.db, accountId, query);
      const judged = await judgeEvents(services, accountId, events);
      if (judged.some(({ altered }) => altered))
        request.log.error({ account: accountId }, 'a trail differs from what was recorded');
      if (next) reply.header('link', linkToNext(request.url, next));
      return judged.map(eventView);
    });

    serve(app, auditRows.exportEvents, ({ user, query, reply }) => {
      const { format, ...filter } = query;
      const pages = allPages(services, user.accountId, filter);
      return format === 'csv'
        ? sendExport(reply, {
            name: 'audit-trail.csv',
            type: 'text/csv; charset=utf-8',
            stream: Readable.from(asCsv(pages, app.serviceName)),
          })
        : sendExport(reply, {
            name: 'audit-trail.json',
            type: 'application/json; charset=utf-8',
            stream: Readable.from(asJson(pages)),
          });
    });
  };
}

/** Events per page of an export. Only one page is in memory at a time, however long the export is. */
const exportPage = 500;

async function* allPages(
  services: AuditDeps,
  accountId: string,
  filter: AuditFilter,
): AsyncGenerator<JudgedEvent[]> {
  let cursor: string | undefined;
  do {
    const page = await listEvents(services.db, accountId, { ...filter, cursor, limit: exportPage });
    yield await judgeEvents(services, accountId, page.events);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

async function* asCsv(pages: AsyncIterable<JudgedEvent[]>, serviceName: string): AsyncGenerator<string> {
  yield byteOrderMark + csvHead;
  for await (const events of pages) yield events.map((event) => csvEvent(event, serviceName)).join('');
}

/** Writes a JSON array with one event per line. */
async function* asJson(pages: AsyncIterable<JudgedEvent[]>): AsyncGenerator<string> {
  yield '[';
  let separator = '\n';
  for await (const events of pages) {
    for (const event of events) {
      yield separator + JSON.stringify(exportEvent(event));
      separator = ',\n';
    }
  }
  yield '\n]\n';
}
