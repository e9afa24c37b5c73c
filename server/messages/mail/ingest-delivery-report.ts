import { inTransaction } from '../../foundation/db/transaction.ts';
import type { MailDeps } from './deps.ts';
import { readDeliveryReport, verdictOn } from './delivery-report.ts';
import { findReportedMail } from './mail-store.ts';
import { recordDelivery } from './record-delivery.ts';

/**
 * Processes a message returned by a mail server (F-06). Returns true if anything was recorded: duplicates,
 * reports about other emails, and messages that are not reports change nothing.
 */
export async function ingestDeliveryReport(
  services: Pick<MailDeps, 'db' | 'jobs' | 'clock'>,
  raw: Uint8Array,
): Promise<boolean> {
  const report = await readDeliveryReport(raw);
  for (const id of report?.mailIds ?? []) {
    const mail = await findReportedMail(services.db, id);
    if (!mail) continue;
    const verdict = verdictOn(report!, mail.to_address);
    if (!verdict) return false;
    return inTransaction(services.db, (tx) =>
      recordDelivery(tx, services, mail, verdict, { reported: true }),
    );
  }
  return false;
}
