import type { Recipient } from '#core/recipient/recipient.ts';
import type { Tx } from '../db/transaction.ts';
import { saveRecipient, type StoredDocument } from '../documents/document-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { queueMail } from '../notifications/mail-store.ts';
import { appendEvents } from '../trail/append-event.ts';
import { issueLink } from './link-store.ts';

/** Opens the turn of these recipients: a link and a mail each, in the transaction of the act that opened it. */
export async function invite(
  tx: Tx,
  jobs: JobQueue,
  document: Pick<StoredDocument, 'accountId' | 'id'>,
  recipients: readonly Recipient[],
  now: number,
): Promise<void> {
  const key = { accountId: document.accountId, documentId: document.id };
  for (const recipient of recipients) {
    const owner = { ...key, recipientId: recipient.id };
    const linkId = await issueLink(tx, owner, now);
    await saveRecipient(tx, document, recipient.id, { status: 'invited', delivery: 'queued' });
    const to = { name: recipient.name, address: recipient.email };
    await queueMail(tx, jobs, { ...owner, kind: 'invitation', to }, now);
    await appendEvents(tx, key, now, [
      {
        type: 'invitation_issued',
        actor: { kind: 'system', id: null },
        data: { recipientId: recipient.id, role: recipient.role, linkId },
        personal: { recipient: recipient.name, recipientEmail: recipient.email },
      },
    ]);
  }
}
