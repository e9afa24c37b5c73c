import { isInvitedByMail } from '#core/recipient/recipient.ts';
import { linkToken } from '../../foundation/crypto/signing-link.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { deleteCeremonyDrafts } from '../../records/ceremony-draft-store.ts';
import { endDeliveredLinks, issueLink } from '../../records/link-store.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document.ts';
import { byOwner, type Owner } from '../../records/owner.ts';
import { appendEvents } from '../../records/trail/append-event.ts';

/**
 * Issues a signing link that the sender delivers, and returns its id. It replaces the recipient's earlier
 * link of this kind, and the values entered through it, because that link may have gone to the wrong person.
 * The audit trail names the member who got the new one.
 */
export async function handOutLink(
  tx: Tx,
  owner: Owner,
  { document }: Pick<WholeDocument, 'document'>,
  recipient: StoredRecipient,
  now: number,
): Promise<string> {
  const key = { accountId: document.accountId, documentId: document.id };
  const { id: recipientId, role, name, email } = recipient;
  await endDeliveredLinks(tx, { ...key, recipientId }, now);
  await deleteCeremonyDrafts(tx, { ...key, recipientId, via: 'sender' });
  const linkId = await issueLink(tx, { ...key, recipientId }, now, { via: 'sender', by: owner.userId });
  const { actor, personal } = byOwner(owner);
  await appendEvents(tx, key, now, [
    {
      type: 'link_handed_out',
      actor,
      data: { recipientId, role, linkId },
      personal: { ...personal, recipient: name, recipientEmail: email },
    },
  ]);
  return linkId;
}

/** Ids of links by the id of their recipient. */
export type LinkIds = ReadonlyMap<string, string>;

/** Issues links for all recipients whose turn it is and whose link the sender delivers. */
export async function handOutLinks(
  tx: Tx,
  owner: Owner,
  whole: WholeDocument,
  now: number,
): Promise<LinkIds> {
  const links = new Map<string, string>();
  for (const recipient of whole.recipients) {
    if (isInvitedByMail(recipient) || recipient.status !== 'invited') continue;
    links.set(recipient.id, await handOutLink(tx, owner, whole, recipient, now));
  }
  return links;
}

/** Dependencies for the URLs of links. */
export type Addressing = { linkKey: Uint8Array; publicUrl: string };

/**
 * Replaces the link ids in a response with the URLs of the links. The stored response to a repeated request
 * contains only the ids (decision 0005).
 */
export function withLinkAddresses<
  Person extends { link?: string | null },
  Body extends { recipients: Person[] },
>(services: Addressing, body: Body): Body {
  const recipients = body.recipients.map(({ link, ...one }) => ({
    ...one,
    link: link ? linkAddress(services, link) : null,
  }));
  return { ...body, recipients };
}

export function linkAddress({ linkKey, publicUrl }: Addressing, linkId: string): string {
  return `${publicUrl}/sign/${linkToken(linkKey, linkId)}`;
}
