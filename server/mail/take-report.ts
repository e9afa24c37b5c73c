import { inTransaction } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { readDeliveryReport, verdictOn } from './delivery-report.ts';
import { findReportedMail } from './mail-store.ts';
import { noteDelivery } from './note-delivery.ts';

/**
 * Takes in what a mail server sent back (F-06). Answers whether anything was noted: the same report twice, one
 * about a mail that is not ours, and mail that is no report change nothing.
 */
export async function takeReport(
  services: Pick<Services, 'db' | 'jobs' | 'clock'>,
  raw: Uint8Array,
): Promise<boolean> {
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
