import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { isId } from '../../foundation/db/new-id.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { linkToken } from '../../foundation/crypto/signing-link.ts';
import { lockDocument } from '../../records/document-store.ts';
import { findLinkOf, issueLink } from '../../records/link-store.ts';
import { mustHoldAddress } from '../../records/held-address.ts';
import { lockMembership } from '../../records/member.ts';
import type { Owner } from '../../records/owner.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import type { ForYouDeps } from './deps.ts';
import { findParts } from './parts-of-person.ts';

const notFound = refuse('not-found', 'This document is no longer available to you.');

/**
 * Opens a signed-in person's part of a document in any account. Their own account has confirmed the address,
 * and the trail says only that, because it does not prove access to the mailbox. Codes and passkeys that the
 * sender requires remain required. The link is issued once per session, works only in the session's browser,
 * and ends with the session.
 */
export async function openForYou(
  services: ForYouDeps,
  person: Owner & { session: string },
  recipientId: string,
): Promise<{ url: string } | Refusal> {
  const { db, clock, linkKey } = services;
  const unconfirmed = mustBeConfirmed(person);
  if (unconfirmed) return unconfirmed;
  if (!isId(recipientId)) return notFound;
  return inTransaction(db, async (tx) => {
    const left = await lockMembership(tx, person, 'own', services);
    if (left) return left;
    const now = clock();
    const outdated = await mustHoldAddress(tx, person, now);
    if (outdated) return outdated;
    const wanted = { address: person.email, now, id: recipientId, limit: 1 };
    const [found] = await findParts(tx, wanted);
    if (!found) return notFound;
    const key = { accountId: found.account_id, documentId: found.document_id };
    const whole = await lockDocument(tx, key.accountId, key.documentId, { evenInBin: true });
    // Read again under the lock, because in the meantime the part may have been delegated or erased, or the
    // document may have ended.
    const [part] = await findParts(tx, wanted);
    const recipient = whole?.recipients.find(({ id }) => id === recipientId);
    if (!part || !recipient) return notFound;
    const { accountId, userId: by, session, confirmedAt, confirmedBy } = person;
    const holder = { via: 'signed-in', accountId, by, session } as const;
    const owner = { ...key, recipientId };
    const known = await findLinkOf(tx, owner, holder, now);
    const linkId = known ?? (await issueLink(tx, owner, now, holder));
    if (known === undefined) {
      await appendEvents(tx, key, now, [
        {
          type: 'link_opened_signed_in',
          actor: { kind: 'recipient', id: recipientId },
          data: {
            recipientId,
            linkId,
            addressConfirmedBy: confirmedBy,
            addressConfirmedAt: confirmedAt === null ? null : new Date(confirmedAt).toISOString(),
          },
          personal: { actor: recipient.name, actorEmail: recipient.email, ...person.from },
          isNoNews: true,
        },
      ]);
    }
    return { url: `/sign/${linkToken(linkKey, linkId)}` };
  });
}
