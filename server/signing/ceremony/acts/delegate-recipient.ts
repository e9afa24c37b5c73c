import { decideDelegation, isSamePerson, readPerson } from '#core/document/manage.ts';
import { refuseTwice, hasDuplicateRole } from '#core/recipient/recipient.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { findSender } from '../../../records/sender-store.ts';
import type { Tx } from '../../../foundation/db/transaction.ts';
import { saveRecipient } from '../../../records/document-store.ts';
import { resetOpened } from '../../../records/link-store.ts';
import { queueMail } from '../../../messages/mail/mail-store.ts';
import { newAgreement, statedAgreement, stating } from '../../../records/trail/agreement-store.ts';
import { appendEvents } from '../../../records/trail/append-event.ts';
import type { Visitor } from '../ceremony.ts';
import { inviteInstead, sendRemainingInvitations } from '../../../documents/invitations/invite.ts';
import { checkPerson } from '../../../documents/draft/check-prefilled.ts';
import { fitFor } from '../../../ports/pdf-engine.ts';
import type { CeremonyDeps } from '../deps.ts';
import { personalOf, type Visit } from '../open-link.ts';
import { resumeStep } from './resume-step.ts';

export type Delegation = { name: string; email: string; reason: string };

/**
 * Delegates a recipient's part, if the sender allows it. The delegate gets a new link and the old links stop
 * working. The sender is notified, and the audit trail records both people and the reason.
 */
export async function delegateRecipient(
  services: CeremonyDeps,
  visit: Visit,
  delegation: Delegation,
  visitor: Visitor,
): Promise<Refusal | undefined> {
  return resumeStep(services, visit, 'delegate', async (tx, { whole, recipient }, now) => {
    // Someone else may be using a link on the sender's device, or a link that the sender delivered. They must
    // not be able to have a link emailed to any address.
    if (visit.via !== 'mail' && visit.via !== 'form') return onlyByMail;
    const endless = decideDelegation(await countDelegations(tx, visit));
    if (endless) return endless;
    const reason = delegation.reason.trim();
    if (reason === '')
      return refuse(
        'reason-missing',
        'Enter the reason why someone else acts for you. The sender will see it.',
      );
    const person = readPerson(delegation);
    if (isRefusal(person)) return person;
    if (isSamePerson(person, recipient)) {
      return refuse(
        'recipient-address-invalid',
        'This is your own address. Enter the other person’s address.',
      );
    }
    if (hasDuplicateRole(whole.recipients, { ...recipient, ...person }))
      return refuseTwice({ ...recipient, ...person });
    const unfit = await checkPerson(fitFor(services.pdf, visit.accountId), whole.fields, {
      id: recipient.id,
      ...person,
    });
    if (unfit) return unfit;
    const before = await statedAgreement(tx, whole);
    if (isRefusal(before)) return before;
    const recipients = whole.recipients.map((one) => (one.id === recipient.id ? { ...one, ...person } : one));
    const agreement = newAgreement({ ...whole, recipients });
    // The sender's private message was for the previous recipient only.
    const settings = { message: '', phone: '', send_email: true };
    await saveRecipient(tx, whole.document, recipient.id, { ...person, ...settings });
    await resetOpened(tx, visit);
    const eventSeq = await appendEvents(tx, visit, now, [
      stating(agreement, {
        type: 'recipient_delegated',
        actor: { kind: 'recipient', id: recipient.id },
        data: { recipientId: recipient.id },
        personal: {
          ...personalOf(recipient, visitor),
          recipient: person.name,
          recipientEmail: person.email,
          reason,
        },
      }),
    ]);
    await inviteInstead(tx, services, whole.document, { ...recipient, ...person, sendEmail: true }, now);
    await sendRemainingInvitations(
      tx,
      services,
      whole.document,
      { recipients: whole.recipients, left: recipient },
      now,
    );
    const sender = await findSender(tx, whole.document);
    const { accountId, documentId } = visit;
    const to = { name: sender.name, address: sender.email };
    const news = { accountId, documentId, recipientId: null, kind: 'delegated' as const, to, eventSeq };
    await queueMail(tx, services.jobs, news, now);
    return undefined;
  });
}

/** Returns how often this part was delegated. Must run under the document lock. */
async function countDelegations(tx: Tx, { accountId, documentId, recipientId }: Visit): Promise<number> {
  const rows = await tx
    .selectFrom('events')
    .select('body')
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('type', '=', 'recipient_delegated')
    .execute();
  return rows.filter(({ body }) => body.includes(recipientId)).length;
}

const onlyByMail = refuse(
  'delegation-not-allowed',
  'You can delegate only through a link that we emailed to you. Ask the sender to name the other person.',
);
