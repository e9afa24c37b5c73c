import { addressOf } from '#contract/address.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import { checkCeremony } from '#core/ceremony/checks.ts';
import type { OpenDocument } from '#core/ceremony/open-document.ts';
import type { Language } from '#core/language/language.ts';
import { isAwaited, isSamePerson } from '#core/document/manage.ts';
import { hasActed, mustAct } from '#core/recipient/recipient.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { notShown } from '#core/ceremony/checks.ts';
import type { CeremonyAnswer } from '#contract/ceremony.ts';
import { brandBeside } from '../records/brand-store.ts';
import { senderWhenSent } from '../records/sender-store.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import {
  findEvenInBin,
  lockDocument,
  saveRecipient,
  type StoredRecipient,
  type WholeDocument,
} from '../records/document-store.ts';
import { statedAgreement, stating } from '../trail/agreement-store.ts';
import { appendEvents } from '../trail/append-event.ts';
import { ceremonyLanguage } from './ceremony-language.ts';
import { findDraft } from '../records/ceremony-draft-store.ts';
import type { Ceremony, Visitor } from './ceremony.ts';
import { ceremonyView } from './ceremony-view.ts';
import { readSignedParts } from './signed-parts.ts';
import { passkeyAsked } from './signer-passkey-store.ts';
import { showsToday } from './shown-page.ts';
import { isGated, isPass } from './gate-pass.ts';
import { openedBefore } from './opened-before.ts';
import {
  findLink,
  newestLink,
  noteDisclosureServed,
  noteOpened,
  noteRetrieved,
  type Link,
} from '../records/link-store.ts';
import { linkToken, readLinkToken } from '../crypto/signing-link.ts';
import type { Services } from '../services.ts';

export const badLink = refuse('link-invalid', 'This document may have expired or the link is invalid.');

const endedLink = refuse(
  'link-ended',
  'This link has been replaced. If the document is still for you, a newer email has the right one; otherwise somebody else acts in your place now.',
);

/** Who knocks: whose link it is, and what proves that its codes were entered in this browser. */
export type Visit = Link & { pass: string | undefined };

/**
 * In the frame of another website browsers send no cookie of ours, so there the link itself carries the pass of its
 * codes behind this sign. It is in no address bar there, and nowhere but in that page.
 */
export const carriesPass = '~';

/** Whose link the token is; asked of the token itself first, then of the database. */
export async function resolveLink(
  services: Pick<Services, 'db' | 'clock' | 'linkKey'>,
  token: string,
  pass?: string,
): Promise<Visit | Refusal> {
  const [secret = '', carried] = token.split(carriesPass);
  const linkId = readLinkToken(services.linkKey, secret);
  const found = linkId === undefined ? undefined : await findLink(services.db, linkId, services.clock());
  if (!found) return badLink;
  if (found.link.via === 'embedded') return found.ended ? endedLink : { ...found.link, pass: carried };
  return carried !== undefined ? badLink : found.ended ? endedLink : { ...found.link, pass };
}

/** Reads without changing anything: a mail scanner may fetch a link as often as it likes (S-13). */
export async function openCeremony(services: Services, visit: Visit | Refusal): Promise<Ceremony | Refusal> {
  if (isRefusal(visit)) return visit;
  const whole = await findEvenInBin(services.db, visit.accountId, visit.documentId);
  return throughGate(services, withRecipient(visit, whole));
}

/**
 * The same under the document's lock, for an act: in the bin of its sender too, so that whoever signed can take their
 * consent back there. The link is looked at again: it may have ended while this act waited for the one that ended it.
 */
export async function lockCeremony(tx: Tx, services: Services, visit: Visit): Promise<Ceremony | Refusal> {
  return throughGate(services, await lockBeforeGate(tx, services, visit));
}

/** For entering the codes themselves. */
export async function lockBeforeGate(tx: Tx, { clock }: Services, visit: Visit): Promise<Ceremony | Refusal> {
  const whole = await lockDocument(tx, visit.accountId, visit.documentId, { evenInBin: true });
  const found = await findLink(tx, visit.linkId, clock());
  return found?.ended === false ? withRecipient({ ...visit, ...found.link }, whole) : endedLink;
}

function withRecipient(owner: Visit, whole: WholeDocument | undefined): Ceremony | Refusal {
  const recipient = whole?.recipients.find(({ id }) => id === owner.recipientId);
  return whole && recipient ? { owner, whole, recipient } : badLink;
}

/** Nothing of a document is shown, and nothing is done, before the codes that its sender asked for (S-12). */
function throughGate({ linkKey, clock }: Services, ceremony: Ceremony | Refusal): Ceremony | Refusal {
  if (isRefusal(ceremony)) return ceremony;
  const { owner, recipient } = ceremony;
  const open = !isGated(recipient) || isPass(linkKey, { ...owner, recipient }, owner.pass, clock());
  return open ? ceremony : refuse('code-needed', 'The sender has protected this document with a code.');
}

export function asOpenDocument({ document, recipients, fields }: WholeDocument): OpenDocument {
  const { status, signingOrder, expiresAt, delegationAllowed } = document;
  return {
    status,
    signingOrder,
    expiresAt: expiresAt?.getTime() ?? null,
    delegationAllowed,
    recipients,
    fields,
  };
}

/**
 * The signer's page, or why there is nothing to show. Changes nothing (S-13) but the note of which words
 * went out to this link: consent to others is not taken.
 */
export async function viewCeremony(
  services: Services,
  token: string,
  visit: Visit | Refusal,
  wanted: { asked: string | undefined; browser: Language },
): Promise<CeremonyAnswer | Refusal> {
  const ceremony = await openCeremony(services, visit);
  if (isRefusal(ceremony)) return ceremony;
  const { whole, recipient } = ceremony;
  const now = services.clock();
  const closed = checkCeremony('view', { document: asOpenDocument(whole), recipient, now });
  if (closed && recipient.status !== 'declined')
    return { ...closed, parameters: await aboutEnded(services, whole, token) };
  const state = ceremonyState(whole, recipient, now);
  const sender = await senderWhenSent(services.db, whole.document);
  const view = ceremonyView(ceremony, {
    token,
    state,
    draft: state === 'ready' ? await findDraft(services.db, services.draftKey, ceremony.owner) : undefined,
    passkey: state === 'ready' ? await passkeyAsked(services, ceremony) : null,
    via: ceremony.owner.via,
    also: ceremony.owner.via === 'mail' ? await alsoTheirs(services, ceremony, now) : null,
    ...{ sender, brand: await brandBeside(services, whole.document, sender) },
    signed: await readSignedParts(services.db, ceremony.owner),
    language: ceremonyLanguage(wanted.asked, recipient, wanted.browser),
    now,
  });
  if (state === 'ready') {
    await noteDisclosureServed(services.db, ceremony.owner, view.disclosure);
    await noteRetrieved(services.db, ceremony.owner, view.document.shownSha256);
  }
  return view;
}

/** Whoever came through the gate may know which document it was, whom to ask about it, and have its sealed record. */
async function aboutEnded(
  { db }: Services,
  { document }: WholeDocument,
  token: string,
): Promise<Record<string, string>> {
  const sender = await senderWhenSent(db, document);
  return {
    ...{ title: document.title, sender: sender.name.trim() || sender.email, senderEmail: sender.email },
    ...(document.certificate && {
      recordUrl: addressOf(ceremonyPaths.downloadRecord, { params: { token } }),
    }),
  };
}

function ceremonyState(
  whole: WholeDocument,
  recipient: StoredRecipient,
  now: number,
): CeremonyAnswer['recipient']['state'] {
  if (recipient.status === 'declined') return 'declined';
  if (recipient.status === 'paper') return 'paper';
  if (hasActed(recipient)) return 'signed';
  if (!mustAct(recipient)) return 'viewing';
  return checkCeremony('open', { document: asOpenDocument(whole), recipient, now }) ? 'waiting' : 'ready';
}

/**
 * Other parts of this document that wait for the same person: the same mailbox in another role. Only a link that was
 * mailed has shown that they read it, and only behind its codes; then the other one is offered here, and both are
 * done in one visit. A link that was handed over on somebody's device shows nothing of a mailbox (S-10).
 */
async function alsoTheirs(
  { db, linkKey }: Services,
  { owner, whole, recipient }: Ceremony,
  now: number,
): Promise<CeremonyAnswer['also']> {
  const other = whole.recipients.find(
    (one) =>
      one.id !== recipient.id &&
      isSamePerson(one, recipient) &&
      isAwaited(whole.document.signingOrder, whole.recipients, one) &&
      checkCeremony('open', { document: asOpenDocument(whole), recipient: one, now }) === undefined,
  );
  const linkId = other && (await newestLink(db, { ...owner, recipientId: other.id }));
  return other && linkId ? { role: other.role, url: `/sign/${linkToken(linkKey, linkId)}` } : null;
}

/**
 * The page has painted the document for a person: the first time by this link it is a fact of the trail (S-13), and
 * only where the file was served to this very link, and the page was not `shown` before a name on it changed. Opened on
 * the sender's device is not opened by the mailbox.
 */
export async function recordOpened(
  services: Services,
  visit: Visit | Refusal,
  visitor: Visitor,
  shown?: string | null,
): Promise<Refusal | undefined> {
  if (isRefusal(visit)) return visit;
  return inTransaction(services.db, async (tx) => {
    const ceremony = await lockCeremony(tx, services, visit);
    if (isRefusal(ceremony)) return ceremony;
    const { owner, whole, recipient } = ceremony;
    const now = services.clock();
    const refused = checkCeremony('open', { document: asOpenDocument(whole), recipient, now });
    if (refused) return refused;
    if (owner.fileServedAt === null || !showsToday(ceremony, shown)) return notShown;
    if (owner.openedAt !== null || hasActed(recipient)) return undefined;
    const agreement = await statedAgreement(tx, whole);
    if (isRefusal(agreement)) return agreement;
    await noteOpened(tx, owner, now);
    const isNoNews = await openedBefore(tx, visit, recipient, viaOf(visit).via);
    if (recipient.openedAt === null) {
      const status = recipient.status === 'paper' ? 'paper' : 'opened';
      await saveRecipient(tx, whole.document, recipient.id, { status, opened_at: new Date(now) });
    }
    await appendEvents(tx, visit, now, [
      stating(agreement, {
        type: 'document_opened',
        actor: { kind: 'recipient', id: recipient.id },
        data: { baseSha256: whole.document.baseSha256, ...servedTo(owner), ...viaOf(visit) },
        personal: personalOf(recipient, visitor),
        isNoNews,
      }),
    ]);
    return undefined;
  });
}

/** By which link the document came to whoever acts, and when it did. */
export function servedTo({ linkId, fileServedAt }: Link): { linkId: string; servedAt: string | null } {
  return { linkId, servedAt: fileServedAt?.toISOString() ?? null };
}

/** Stated wherever a link was not used in the ordinary way, from the mail that brought it. */
export function viaOf({ via }: Pick<Visit, 'via'>): { via?: string } {
  return via === 'mail' ? {} : { via };
}

/** Who did it and from where, as the trail keeps it beside the chain. */
export function personalOf(recipient: StoredRecipient, visitor: Visitor): Record<string, string> {
  return { actor: recipient.name, actorEmail: recipient.email, ip: visitor.ip, userAgent: visitor.userAgent };
}
