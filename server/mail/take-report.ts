import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Clock } from '../ports/clock.ts';
import { readDeliveryReport, verdictOn } from './delivery-report.ts';
import { findReportedMail } from './mail-store.ts';
import { noteDelivery } from './note-delivery.ts';

export type ReportServices = { db: Kysely<Schema>; jobs: JobQueue; clock: Clock };

/**
 * Takes in what a mail server sent back (F-06). Answers whether anything was noted: the same report twice, one
 * about a mail that is not ours, and mail that is no report change nothing.
 */
export async function takeReport(services: ReportServices, raw: Uint8Array): Promise<boolean> {
  const report = await readDeliveryReport(raw);
  for (const id of report?.mailIds ?? []) {
    const mail = await findReportedMail(services.db, id);
    if (!mail) continue;
    const verdict = verdictOn(report!, mail.to_address);
    if (!verdict) return false;
    return inTransaction(services.db, (tx) => noteDelivery(tx, services, mail, verdict, { reported: true }));
  }
  return false;
}
