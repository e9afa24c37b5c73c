import { decideOnCode, decideOnRecipient, readPerson } from '#core/document/manage.ts';
import { checkDelivery, checkLinkProtection } from '#core/recipient/delivery.ts';
import { hasDuplicateRole, isInvitedByMail, refuseTwice } from '#core/recipient/recipient.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { hashAccessCode } from '../../foundation/crypto/access-code.ts';
import { inviteInstead, sendRemainingInvitations, mailLink } from '../invitations/invite.ts';
import { rememberRecipients } from '../../accounts/contacts/contact-store.ts';
import { isInPrivateFolder } from '../../records/visibility-store.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { refuseMails } from '../../messages/mail/mail-limit-store.ts';
import { mailsSince } from '../../messages/mail/mail-store.ts';
import { newAgreement, statedAgreement, stating } from '../../records/trail/agreement-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { fitFor } from '../../ports/pdf-engine.ts';
import { checkPerson } from '../draft/check-prefilled.ts';
import { type Owner, byOwner } from '../../records/owner.ts';
import { saveRecipient } from '../../records/document-store.ts';
import { mustProtectLinks } from '../../records/account-settings.ts';
import { resetOpened } from '../../records/link-store.ts';
import type { WholeDocument } from '../../records/document.ts';
import type { SendingDeps } from './deps.ts';
import { toManagedDocument, manage } from '../managed.ts';

type Which = { id: string; recipientId: string };

/** Maximum number of emails with a signing link per recipient and day that a sender can trigger (S-15). */
const maxMailsPerDay = 5;
const day = 86_400_000;

/**
 * Corrects the name or address of a recipient who has not acted. A new address ends the old links and, if it
 * is already the recipient's turn, sends a new email. Otherwise the recipient is invited when their turn
 * comes.
 */
export function correctRecipient(
  services: SendingDeps,
  owner: Owner,
  { id, recipientId }: Which,
  input: { name: string; email: string; phone?: string | null | undefined },
): Promise<WholeDocument | Refusal> {
  return manage(services, owner, id, async (tx, whole, now) => {
    const recipient = decideOnRecipient(toManagedDocument(whole), whole.recipients, recipientId);
    if (isRefusal(recipient)) return recipient;
    const person = readPerson(input, recipient);
    if (isRefusal(person)) return person;
    const undeliverable = checkDelivery({ ...recipient, ...person });
    if (undeliverable) return undeliverable;
    if (hasDuplicateRole(whole.recipients, { ...recipient, ...person }))
      return refuseTwice({ ...recipient, ...person });
    const unfit = await checkPerson(fitFor(services.pdf, owner.accountId), whole.fields, {
      id: recipientId,
      ...person,
    });
    if (unfit) return unfit;
    const { document } = whole;
    const key = { accountId: owner.accountId, documentId: id };
    const moved = recipient.email.toLowerCase() !== person.email.toLowerCase();
    const asked = recipient.status !== 'waiting';
    const tooMany =
      moved && asked && isInvitedByMail(recipient)
        ? await tooManyMails(tx, services, owner, { ...recipient, ...person }, now)
        : undefined;
    if (tooMany) return tooMany;
    const agreedBefore = await statedAgreement(tx, whole);
    if (isRefusal(agreedBefore)) return agreedBefore;
    const recipients = whole.recipients.map((one) => (one.id === recipientId ? { ...one, ...person } : one));
    const { actor, personal } = byOwner(owner);
    const phone = input.phone === undefined ? (recipient.phone ?? '') : (input.phone ?? '').trim();
    await saveRecipient(tx, document, recipientId, { ...person, phone });
    // Other recipients never see an address, but a name appears on everyone's pages.
    await resetOpened(tx, key, person.name === recipient.name ? recipientId : undefined);
    await appendEvents(tx, key, now, [
      stating(newAgreement({ ...whole, recipients }), {
        type: 'recipient_corrected',
        actor,
        data: { recipientId, addressChanged: moved },
        personal: {
          ...personal,
          before: recipient.name,
          beforeEmail: recipient.email,
          recipient: person.name,
          recipientEmail: person.email,
        },
      }),
    ]);
    if (moved && asked) {
      await inviteInstead(tx, services, document, { ...recipient, ...person }, now);
      await sendRemainingInvitations(
        tx,
        services,
        document,
        { recipients: whole.recipients, left: recipient },
        now,
      );
    }
    if (!whole.document.test) {
      const secret = await isInPrivateFolder(tx, document);
      await rememberRecipients(tx, { ...owner, secret }, [{ ...recipient, ...person }], now);
    }
    return undefined;
  });
}

/** Sends the email with the link again to a recipient whose email was not delivered. */
export function resendMail(
  services: SendingDeps,
  owner: Owner,
  { id, recipientId }: Which,
): Promise<WholeDocument | Refusal> {
  return manage(services, owner, id, async (tx, whole, now) => {
    const recipient = decideOnRecipient(toManagedDocument(whole), whole.recipients, recipientId);
    if (isRefusal(recipient)) return recipient;
    if (recipient.delivery !== 'bounced' && recipient.delivery !== 'deferred') {
      return refuse('mail-not-failed', 'No email to this recipient has failed. Send a reminder instead.');
    }
    const tooMany = await tooManyMails(tx, services, owner, recipient, now);
    if (tooMany) return tooMany;
    await mailLink(tx, services, whole.document, recipient, now, byOwner(owner));
    return undefined;
  });
}

/**
 * Sets or removes the access code. Attempt counters start again at zero, and browsers that have opened the
 * link must enter the new code.
 */
export async function changeAccessCode(
  services: SendingDeps,
  owner: Owner,
  { id, recipientId }: Which,
  code: string | null,
): Promise<WholeDocument | Refusal> {
  const hash = code === null ? null : await hashAccessCode(code);
  if (isRefusal(hash)) return hash;
  return manage(services, owner, id, async (tx, whole, now) => {
    const recipient = decideOnCode(toManagedDocument(whole), whole.recipients, recipientId);
    if (isRefusal(recipient)) return recipient;
    const mustProtect = !isInvitedByMail(recipient) && (await mustProtectLinks(tx, whole.document));
    const unprotected = checkLinkProtection({ ...recipient, accessCodeHash: hash }, mustProtect);
    if (unprotected) return unprotected;
    const { actor, personal } = byOwner(owner);
    await saveRecipient(tx, whole.document, recipientId, {
      access_code_hash: hash,
      access_code_tries: 0,
      mail_code_wrong: 0,
    });
    await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
      {
        type: 'code_changed',
        actor,
        data: { recipientId, set: hash !== null },
        personal: { ...personal, recipient: recipient.name, recipientEmail: recipient.email },
      },
    ]);
    return undefined;
  });
}

/** Checks the limit per recipient of a document, and the limit of the whole account. */
async function tooManyMails(
  tx: Tx,
  services: SendingDeps,
  { accountId }: Owner,
  recipient: { id: string; email: string },
  now: number,
): Promise<Refusal | undefined> {
  const { id: recipientId, email: address } = recipient;
  const of = { accountId, recipientId, address, kinds: ['invitation' as const] };
  const sent = await mailsSince(tx, of, now - day);
  return sent.length > maxMailsPerDay
    ? {
        ...refuse(
          'too-many-requests',
          'We have already sent this recipient several emails today. Try again tomorrow.',
        ),
        retryAfter: day / 1000,
      }
    : refuseMails(tx, accountId, [recipient], services);
}
