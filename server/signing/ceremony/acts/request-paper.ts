import { nextReminder } from '#core/document/manage.ts';
import { hasActed } from '#core/recipient/recipient.ts';
import type { Refusal } from '#core/refusal.ts';
import { findSender } from '../../../records/sender-store.ts';
import { saveRecipient } from '../../../records/document-store.ts';
import { queueMail } from '../../../messages/mail/mail-store.ts';
import { appendEvents } from '../../../records/trail/append-event.ts';
import type { CeremonyDeps } from '../deps.ts';
import type { Visitor } from '../ceremony.ts';
import { personalOf, viaOf, type Visit } from '../open-link.ts';
import { resumeStep } from './resume-step.ts';

/**
 * Requests paper, or withdraws consent to electronic signing (L-07, L-08). A recipient who has not signed
 * cannot sign here until they resume, and the sender has to act. If they have signed, their signature remains
 * valid, and the sender owes them a paper copy.
 */
export async function requestPaper(
  services: CeremonyDeps,
  visit: Visit,
  asked: { withdraw: boolean; note: string },
  visitor: Visitor,
): Promise<Refusal | undefined> {
  const step = asked.withdraw ? 'withdraw' : 'paper';
  return resumeStep(services, visit, step, async (tx, { whole, recipient }, now) => {
    const already = asked.withdraw && recipient.consentWithdrawnAt !== null;
    if (already) return undefined;
    const withdrawn = asked.withdraw ? new Date(now) : recipient.consentWithdrawnAt;
    await saveRecipient(tx, whole.document, recipient.id, {
      ...(!hasActed(recipient) && { status: 'paper', remind_at: null }),
      consent_withdrawn_at: withdrawn,
    });
    const eventSeq = await appendEvents(tx, visit, now, [
      {
        type: asked.withdraw ? 'consent_withdrawn' : 'paper_requested',
        actor: { kind: 'recipient', id: recipient.id },
        data: { afterSigning: hasActed(recipient), ...viaOf(visit) },
        personal: { ...personalOf(recipient, visitor), reason: asked.note.trim() },
      },
    ]);
    const sender = await findSender(tx, whole.document);
    const { accountId, documentId } = visit;
    const to = { name: sender.name, address: sender.email };
    const news = { accountId, documentId, recipientId: null, kind: 'paper' as const, to, eventSeq };
    await queueMail(tx, services.jobs, news, now);
    return undefined;
  });
}

/**
 * Resumes electronic signing after a request for paper. The recipient must consent again, and the sender's
 * automatic reminders resume.
 */
export async function resumeSigning(
  services: CeremonyDeps,
  visit: Visit,
  visitor: Visitor,
): Promise<Refusal | undefined> {
  return resumeStep(services, visit, 'resume', async (tx, { whole, recipient }, now) => {
    const status = recipient.openedAt === null ? 'invited' : 'opened';
    const next = nextReminder(whole.document.reminderRule, recipient.reminders, now);
    await saveRecipient(tx, whole.document, recipient.id, {
      status,
      consent_withdrawn_at: null,
      remind_at: next === null ? null : new Date(next),
    });
    await appendEvents(tx, visit, now, [
      {
        type: 'paper_recalled',
        actor: { kind: 'recipient', id: recipient.id },
        data: viaOf(visit),
        personal: personalOf(recipient, visitor),
      },
    ]);
    return undefined;
  });
}
