import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { auditExportQuery, auditQuery, type AuditFilter } from '#contract/audit.ts';
import { byteOrderMark } from '#core/csv/write-csv.ts';
import type { Schema } from '../db/schema.ts';
import type { Feature } from '../http/fastify-app.ts';
import { linkToNext } from '../http/link-to-next.ts';
import { sendExport } from '../http/send-export.ts';
import { signedIn } from '../http/signed-in.ts';
import { csvEvent, csvHead, eventView, exportEvent } from './event-view.ts';
import type { AuditedEvent } from './audited-event.ts';
import { listEvents } from './list-events.ts';

const guarded = { preHandler: signedIn };

/** Everything that happened in an account, for its holder, to read and to take along. */
export function auditRoutes(db: Kysely<Schema>): Feature {
  return (app) => {
    app.get('/api/audit', { ...guarded, schema: { querystring: auditQuery } }, async (request, reply) => {
      const { events, next } = await listEvents(db, request.user.accountId, request.query);
      if (next) reply.header('link', linkToNext(request.url, next));
      return events.map(eventView);
    });

    app.get(
      '/api/audit/export',
      { ...guarded, schema: { querystring: auditExportQuery } },
      (request, reply) => {
        const { format, ...filter } = request.query;
        const pages = allPages(db, request.user.accountId, filter);
        return format === 'csv'
          ? sendExport(reply, {
              name: 'audit-trail.csv',
              type: 'text/csv; charset=utf-8',
              stream: Readable.from(asCsv(pages)),
            })
          : sendExport(reply, {
              name: 'audit-trail.json',
              type: 'application/json; charset=utf-8',
              stream: Readable.from(asJson(pages)),
            });
      },
    );
  };
}

/** A few hundred events are in memory at a time, however many there are. */
const exportPage = 500;

async function* allPages(
  db: Kysely<Schema>,
  accountId: string,
  filter: AuditFilter,
): AsyncGenerator<AuditedEvent[]> {
  let cursor: string | undefined;
  do {
    const page = await listEvents(db, accountId, { ...filter, cursor, limit: exportPage });
    yield page.events;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

async function* asCsv(pages: AsyncIterable<AuditedEvent[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvHead;
  for await (const events of pages) yield events.map(csvEvent).join('');
}

/** One array, with each event on a line of its own. */
async function* asJson(pages: AsyncIterable<AuditedEvent[]>): AsyncGenerator<string> {
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
