import { whyNot } from '#core/document/act.ts';
import type { OpenDocument } from '#core/document/open-document.ts';
import type { Language } from '#core/language/language.ts';
import { hasActed, mustAct } from '#core/recipient/recipient.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { CeremonyAnswer } from '#contract/ceremony.ts';
import { senderWhenSent } from '../accounts/sender-store.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import {
  findEvenInBin,
  lockDocument,
  saveRecipient,
  type StoredRecipient,
  type WholeDocument,
} from '../documents/document-store.ts';
import { appendEvents } from '../trail/append-event.ts';
import { ceremonyLanguage } from './ceremony-language.ts';
import type { Ceremony, CeremonyServices, Visitor } from './ceremony-services.ts';
import { ceremonyView } from './ceremony-view.ts';
import { findLink, type LinkOwner } from './link-store.ts';
import { readLinkToken } from './signing-link.ts';

export const badLink = refuse('link-invalid', 'This document may have expired or the link is invalid.');

/** Whose link the token is; asked of the token itself first, then of the database. */
export async function resolveLink(services: CeremonyServices, token: string): Promise<LinkOwner | undefined> {
  const linkId = readLinkToken(services.linkKey, token);
  return linkId === undefined ? undefined : findLink(services.db, linkId);
}

/** Reads without changing anything: a mail scanner may fetch a link as often as it likes (S-13). */
export async function openCeremony(services: CeremonyServices, token: string): Promise<Ceremony | Refusal> {
  const owner = await resolveLink(services, token);
  const whole = owner && (await findEvenInBin(services.db, owner.accountId, owner.documentId));
  return withRecipient(owner, whole);
}

/** The same under the document's lock, for an act. */
export async function lockCeremony(tx: Tx, owner: LinkOwner): Promise<Ceremony | Refusal> {
  return withRecipient(owner, await lockDocument(tx, owner.accountId, owner.documentId));
}

function withRecipient(owner: LinkOwner | undefined, whole: WholeDocument | undefined): Ceremony | Refusal {
  const recipient = whole?.recipients.find(({ id }) => id === owner?.recipientId);
  return owner && whole && recipient ? { owner, whole, recipient } : badLink;
}

export function asOpenDocument({ document, recipients, fields }: WholeDocument): OpenDocument {
  const { status, signingOrder, expiresAt } = document;
  return { status, signingOrder, expiresAt: expiresAt?.getTime() ?? null, recipients, fields };
}

/** What the signer's page shows, or why there is nothing to show. */
export async function viewCeremony(
  services: CeremonyServices,
  token: string,
  wanted: { asked: string | undefined; browser: Language },
): Promise<CeremonyAnswer | Refusal> {
  const ceremony = await openCeremony(services, token);
  if (isRefusal(ceremony)) return ceremony;
  const { whole, recipient } = ceremony;
  const now = services.clock();
  const closed = whyNot('view', asOpenDocument(whole), recipient, now);
  if (closed && recipient.status !== 'declined') return closed;
  return ceremonyView(ceremony, {
    token,
    state: ceremonyState(whole, recipient, now),
    sender: await senderWhenSent(services.db, whole.document),
    language: ceremonyLanguage(wanted.asked, recipient, wanted.browser),
  });
}

function ceremonyState(
  whole: WholeDocument,
  recipient: StoredRecipient,
  now: number,
): CeremonyAnswer['recipient']['state'] {
  if (recipient.status === 'declined') return 'declined';
  if (hasActed(recipient)) return 'signed';
  if (!mustAct(recipient)) return 'viewing';
  return whyNot('open', asOpenDocument(whole), recipient, now) ? 'waiting' : 'ready';
}

/** The page has painted the document for a person: the first time it is a fact of the trail (S-13). */
export async function recordOpened(
  services: CeremonyServices,
  token: string,
  visitor: Visitor,
): Promise<Refusal | undefined> {
  const owner = await resolveLink(services, token);
  if (!owner) return badLink;
  return inTransaction(services.db, async (tx) => {
    const ceremony = await lockCeremony(tx, owner);
    if (isRefusal(ceremony)) return ceremony;
    const { whole, recipient } = ceremony;
    const now = services.clock();
    const refused = whyNot('open', asOpenDocument(whole), recipient, now);
    if (refused) return refused;
    if (recipient.openedAt !== null || hasActed(recipient)) return undefined;
    await saveRecipient(tx, whole.document, recipient.id, { status: 'opened', opened_at: new Date(now) });
    await appendEvents(tx, owner, now, [
      {
        type: 'document_opened',
        actor: { kind: 'recipient', id: recipient.id },
        data: { baseSha256: whole.document.baseSha256 },
        personal: personalOf(recipient, visitor),
      },
    ]);
    return undefined;
  });
}

/** Who did it and from where, as the trail keeps it beside the chain. */
export function personalOf(recipient: StoredRecipient, visitor: Visitor): Record<string, string> {
  return { actor: recipient.name, actorEmail: recipient.email, ip: visitor.ip, userAgent: visitor.userAgent };
}
