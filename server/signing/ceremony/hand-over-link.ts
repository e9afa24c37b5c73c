import { checkCeremony } from '#core/ceremony/checks.ts';
import { decideOnRecipient, isDocumentAwaited } from '#core/document/manage.ts';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { lockDocument, type StoredRecipient, type WholeDocument } from '../../records/document-store.ts';
import { lockMembership } from '../../records/member.ts';
import { byOwner, type Owner } from '../../records/owner.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { issueLink } from '../../records/link-store.ts';
import { asOpenDocument } from './open-link.ts';
import { linkToken } from '../../foundation/crypto/signing-link.ts';
import type { CeremonyDeps } from './deps.ts';

const notFound = refuse('not-found', 'Document not found or access denied');

/**
 * Opens a recipient's signing page on a member's device. With `in-person`, the member hands the device to the
 * recipient, and the record names the owner of the device. With `own-account`, the member is that recipient
 * and signs directly.
 */
export async function openOnThisDevice(
  services: CeremonyDeps,
  host: Owner,
  id: string,
  recipientId: string,
  via: 'in-person' | 'own-account',
): Promise<{ url: string } | Refusal> {
  const unconfirmed = mustBeConfirmed(host);
  if (unconfirmed) return unconfirmed;
  return inTransaction(services.db, async (tx) => {
    const mayNot = await lockMembership(
      tx,
      host,
      via === 'own-account' ? 'own' : 'document.manage',
      services,
    );
    if (mayNot) return mayNot;
    const whole = await lockDocument(tx, host.accountId, id);
    if (!whole) return notFound;
    const now = services.clock();
    const recipient = decideOpening(whole, recipientId, now);
    if (isRefusal(recipient)) return recipient;
    if (via === 'own-account' && recipient.email.toLowerCase() !== host.email.toLowerCase()) return notFound;
    const key = { accountId: host.accountId, documentId: id };
    const linkId = await issueLink(tx, { ...key, recipientId }, now, { via, by: host.userId });
    if (via === 'in-person') {
      const { actor, personal } = byOwner(host);
      await appendEvents(tx, key, now, [
        {
          type: 'ceremony_hosted',
          actor,
          data: { recipientId, linkId },
          personal: {
            ...personal,
            recipient: recipient.name,
            recipientEmail: recipient.email,
          },
        },
      ]);
    }
    return { url: `/sign/${linkToken(services.linkKey, linkId)}` };
  });
}

/**
 * Decides whether a recipient may sign in another way than by email. The document must be waiting for them
 * now.
 */
export function decideOpening(
  whole: WholeDocument,
  recipientId: string,
  now: number,
): StoredRecipient | Refusal {
  const { document, recipients } = whole;
  const managed = { ...document, expiresAt: document.expiresAt?.getTime() ?? null };
  const recipient = decideOnRecipient(managed, recipients, recipientId);
  if (isRefusal(recipient)) return recipient;
  const refused = checkCeremony('decline', { document: asOpenDocument(whole), recipient, now });
  if (refused) return refused;
  return isDocumentAwaited(document.signingOrder, recipients, recipient)
    ? recipient
    : refuse('not-your-turn', 'This document is not waiting for this recipient.');
}
