import { canonicalJson } from '#core/trail/canonical.ts';
import type { Report, ReportScope } from '#core/report/report.ts';
import { offers } from '#core/plan/plans.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { type ReportQuery, reportRows } from '#contract/evidence/reports.ts';
import { serviceName } from '../../foundation/http/pages/service-name.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { ReportsDeps } from './deps.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { collectReport, MAX_PDF_ROWS, MAX_REPORT_ROWS } from './gather-report.ts';
import { reportCsv } from './report-csv.ts';
import { readSchedule, setSchedule } from './schedule-reports.ts';
import { reportPdf } from '../sealing/seal-report.ts';

/** Routes for audit reports on a period, a person, a document or a folder (Business plan). */
export function reportRoutes(services: ReportsDeps): Routes {
  return (app) => {
    oneReport(app, services);
    schedule(app, services);
  };
}

function oneReport(app: App, services: ReportsDeps): void {
  serve(app, reportRows.createReport, async ({ user, query, reply }) => {
    if (!offers(user.plan, 'reports')) return notOffered;
    const scope = await scopeOf(services, user.accountId, query);
    if (isRefusal(scope)) return scope;
    const name = `${user.firstName} ${user.lastName}`.trim();
    const report = await collectReport(
      services,
      { accountId: user.accountId, name, email: user.email },
      scope,
      query.format === 'pdf' ? MAX_PDF_ROWS : MAX_REPORT_ROWS,
    );
    if (isRefusal(report)) return report;
    reply.header('cache-control', 'private, no-store');
    reply.header('content-disposition', `attachment; filename="audit-report.${query.format}"`);
    return reply.type(types[query.format]).send(await inFormat(services, query.format, report));
  });
}

function schedule(app: App, services: ReportsDeps): void {
  serve(app, reportRows.readReportSchedule, async ({ user }) => ({
    every: await readSchedule(services.db, user.accountId),
  }));
  serve(app, reportRows.setReportSchedule, async ({ user, body }) => {
    if (body.every !== 'never' && !offers(user.plan, 'reports')) return notOffered;
    await setSchedule(services, user, body.every);
    return { every: body.every };
  });
}

const types = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;

async function inFormat(services: ReportsDeps, format: keyof typeof types, report: Report): Promise<Buffer> {
  if (format === 'pdf') return Buffer.from(await reportPdf(services, report));
  return Buffer.from(
    format === 'csv' ? reportCsv(report, serviceName(services.config)) : canonicalJson(report),
  );
}

const notOffered: Refusal = refuse('plan-without-reports', 'Audit reports are part of Business.');

/** Returns the requested scope with its current names. An id of another account is not found. */
async function scopeOf(
  { db }: Pick<ReportsDeps, 'db'>,
  accountId: string,
  { from, to, person, document, folder }: Omit<ReportQuery, 'format'>,
): Promise<ReportScope | Refusal> {
  const [start, end] = [new Date(from), new Date(to)];
  if (start >= end) return refuse('report-period-invalid', 'The start of the period must be before its end.');
  const scope: ReportScope = {
    from: start.toISOString(),
    to: end.toISOString(),
    person: person?.trim() || null,
    document: null,
    folder: null,
  };
  if (document !== undefined) {
    const row = await namedRow(db, 'documents', accountId, document);
    if (!row) return refuse('not-found', 'This document does not exist.');
    scope.document = { id: document, title: row };
  }
  if (folder !== undefined) {
    const row = await namedRow(db, 'folders', accountId, folder);
    if (!row) return refuse('not-found', 'This folder does not exist.');
    scope.folder = { id: folder, name: row };
  }
  return scope;
}

async function namedRow(
  db: Kysely<Schema>,
  table: 'documents' | 'folders',
  accountId: string,
  id: string,
): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  if (table === 'documents') {
    const row = await db
      .selectFrom('documents')
      .select('title')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.title;
  }
  const row = await db
    .selectFrom('folders')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name;
}
