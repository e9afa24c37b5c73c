import { addressOf } from '#contract/address.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import { checkCeremony } from '#core/ceremony/checks.ts';
import type { OpenDocument } from '#core/ceremony/open-document.ts';
import type { Language } from '#core/language/language.ts';
import { baseStated } from '#core/document/agreement.ts';
import { isDocumentAwaited, isSamePerson } from '#core/document/manage.ts';
import { isPartialReader } from '#core/recipient/chosen-files.ts';
import { hasActed, mustAct } from '#core/recipient/recipient.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { notShown } from '#core/ceremony/checks.ts';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { brandBeside } from '../../records/brand-store.ts';
import { returnUrlOf } from '../../records/return-url-store.ts';
import { thanksFor } from '../../documents/public-forms/thanks-store.ts';
import { senderWhenSent } from '../../records/sender-store.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import {
  findIncludingBin,
  lockDocument,
  saveRecipient,
  type StoredRecipient,
  type WholeDocument,
} from '../../records/document-store.ts';
import { seenDocument } from '../../records/seen-document.ts';
import { statedAgreement, stating } from '../../records/trail/agreement-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { ceremonyLanguage } from './ceremony-language.ts';
import { findDraft } from '../../records/ceremony-draft-store.ts';
import type { Ceremony, Visitor } from './ceremony.ts';
import { ceremonyView } from './ceremony-view.ts';
import { readSignedParts } from './signed-parts.ts';
import { passkeyAsked } from './signer-passkey-store.ts';
import { isPageCurrent } from './shown-page.ts';
import { isGated, isPass } from './gate-pass.ts';
import { openedBefore } from './opened-before.ts';
import {
  findLink,
  newestLink,
  recordDisclosureServed,
  recordLinkOpened,
  recordRetrieval,
  type Link,
} from '../../records/link-store.ts';
import { linkToken, readLinkToken } from '../../foundation/crypto/signing-link.ts';
import type { CeremonyDeps } from './deps.ts';

export const badLink = refuse('link-invalid', 'This document may have expired or the link is invalid.');

const endedLink = refuse(
  'link-replaced',
  'This link has been replaced. Use the newest link that you received. If there is none, ask the sender; someone else may now act in your place.',
);

const needsSignIn = refuse(
  'link-needs-sign-in',
  'You opened this document from your account. Sign in there in this browser, and open it again under For you. If it isn’t listed there, someone else may now act in your place.',
);

/** A resolved signing link plus the cookie that proves the codes were entered in this browser. */
export type Visit = Link & { pass: string | undefined };

/**
 * Separates the pass from the token. In a frame on another website, browsers do not send our cookies, so the
 * link itself contains the pass. Such a link is used only inside that page and never appears in an address
 * bar.
 */
export const passSeparator = '~';

/**
 * Finds the link of a token. Verifies the token's signature before querying the database. A link issued to a
 * signed-in person works only in the browser with their session.
 */
export async function resolveLink(
  services: Pick<CeremonyDeps, 'db' | 'clock' | 'linkKey'>,
  token: string,
  browser: { pass?: string | undefined; session(): Promise<string | undefined> },
): Promise<Visit | Refusal> {
  const [secret = '', carried] = token.split(passSeparator);
  const linkId = readLinkToken(services.linkKey, secret);
  const found = linkId === undefined ? undefined : await findLink(services.db, linkId, services.clock());
  if (!found) return badLink;
  if (found.link.via === 'embedded') return found.ended ? endedLink : { ...found.link, pass: carried };
  if (carried !== undefined) return badLink;
  if (found.link.via === 'signed-in' && found.link.holderSession !== (await browser.session()))
    return needsSignIn;
  return found.ended ? endedOf(found.link) : { ...found.link, pass: browser.pass };
}

const endedOf = ({ via }: Link): Refusal => (via === 'signed-in' ? needsSignIn : endedLink);

/**
 * Loads a link's part without changing anything, so mail scanners may request a link any number of times
 * (S-13).
 */
export async function openCeremony(
  services: Pick<CeremonyDeps, 'db' | 'clock' | 'linkKey'>,
  visit: Visit | Refusal,
): Promise<Ceremony | Refusal> {
  if (isRefusal(visit)) return visit;
  const whole = await findIncludingBin(services.db, visit.accountId, visit.documentId);
  return throughGate(services, withRecipient(visit, whole));
}

/**
 * The same under the document lock, for actions. Includes documents in the sender's bin, so that signers can
 * withdraw consent. Loads the link again, because it may have ended while this request waited for the lock.
 */
export async function lockCeremony(
  tx: Tx,
  services: CeremonyDeps,
  visit: Visit,
): Promise<Ceremony | Refusal> {
  return throughGate(services, await lockBeforeGate(tx, services, visit));
}

/** Locks the part of a link without requiring its codes, so that they can be entered. */
export async function lockBeforeGate(
  tx: Tx,
  { clock }: CeremonyDeps,
  visit: Visit,
): Promise<Ceremony | Refusal> {
  const whole = await lockDocument(tx, visit.accountId, visit.documentId, { evenInBin: true });
  const found = await findLink(tx, visit.linkId, clock());
  return found?.ended === false ? withRecipient({ ...visit, ...found.link }, whole) : endedOf(visit);
}

function withRecipient(owner: Visit, whole: WholeDocument | undefined): Ceremony | Refusal {
  const recipient = whole?.recipients.find(({ id }) => id === owner.recipientId);
  return whole && recipient
    ? { owner, whole: seenDocument(whole, recipient), recipient, stored: whole.document }
    : badLink;
}

/** Nothing may be shown or done before the required codes were entered (S-12). */
function throughGate(
  { linkKey, clock }: Pick<CeremonyDeps, 'clock' | 'linkKey'>,
  ceremony: Ceremony | Refusal,
): Ceremony | Refusal {
  if (isRefusal(ceremony)) return ceremony;
  const { owner, recipient } = ceremony;
  const open = !isGated(recipient) || isPass(linkKey, { ...owner, recipient }, owner.pass, clock());
  return open ? ceremony : refuse('code-required', 'The sender has protected this document with a code.');
}

export function asOpenDocument({ document, recipients, fields }: WholeDocument): OpenDocument {
  const { status, signingOrder, expiresAt, delegationAllowed, signatureKinds } = document;
  return {
    status,
    signingOrder,
    expiresAt: expiresAt?.getTime() ?? null,
    delegationAllowed,
    signatureKinds,
    recipients,
    fields,
  };
}

/**
 * Returns the signer's page, or the reason why there is nothing to show. Changes nothing (S-13), except that
 * it records which disclosures this link was served. Signers cannot consent to any other one.
 */
export async function viewCeremony(
  services: CeremonyDeps,
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
    sender,
    brand: await brandBeside(services, whole.document, sender),
    // The owner of the frame or device decides which page follows, so no return URL is shown.
    returnUrl:
      state === 'signed' && !['embedded', 'in-person', 'counter'].includes(ceremony.owner.via)
        ? await returnUrlOf(services.db, whole.document)
        : null,
    thanks: state === 'signed' ? await thanksFor(services.db, ceremony.owner, recipient) : null,
    signed: await readSignedParts(services.db, ceremony.owner),
    language: ceremonyLanguage(wanted.asked, recipient, wanted.browser),
    now,
  });
  if (state === 'ready') {
    await recordDisclosureServed(services.db, ceremony.owner, view.disclosure);
    await recordRetrieval(services.db, ceremony.owner, view.document.shownSha256);
  }
  return view;
}

/**
 * Returns what people see of an ended document once they entered the codes: its title, its sender with
 * branding, and its sealed record.
 */
async function aboutEnded(
  services: CeremonyDeps,
  { document }: WholeDocument,
  token: string,
): Promise<Record<string, string>> {
  const sender = await senderWhenSent(services.db, document);
  const brand = await brandBeside(services, document, sender);
  return {
    title: document.title,
    sender: sender.name.trim() || sender.email,
    senderEmail: sender.email,
    ...(brand && { brandName: brand.name }),
    ...(brand?.logoUrl && { brandLogo: brand.logoUrl }),
    ...(brand?.color && { brandDay: brand.color.day, brandNight: brand.color.night }),
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
  if (isPartialReader(recipient)) return 'chosen-files';
  if (recipient.status === 'declined') return 'declined';
  if (recipient.status === 'paper') return 'paper';
  if (hasActed(recipient)) return 'signed';
  if (!mustAct(recipient)) return 'viewing';
  return checkCeremony('open', { document: asOpenDocument(whole), recipient, now }) ? 'waiting' : 'ready';
}

/**
 * Returns the other parts of this document that are waiting for the same mailbox in another role, so that
 * both can be done in one visit. They are offered only on an emailed link, which proves access to the
 * mailbox, and only after its codes. An in-person link shows nothing about a mailbox (S-10).
 */
async function alsoTheirs(
  { db, linkKey }: CeremonyDeps,
  { owner, whole, recipient }: Ceremony,
  now: number,
): Promise<CeremonyAnswer['also']> {
  const other = whole.recipients.find(
    (one) =>
      one.id !== recipient.id &&
      isSamePerson(one, recipient) &&
      isDocumentAwaited(whole.document.signingOrder, whole.recipients, one) &&
      checkCeremony('open', { document: asOpenDocument(whole), recipient: one, now }) === undefined,
  );
  const linkId = other && (await newestLink(db, { ...owner, recipientId: other.id }));
  return other && linkId ? { role: other.role, url: `/sign/${linkToken(linkKey, linkId)}` } : null;
}

/**
 * Records that the page displayed the document to a person. The first time for this link becomes an event
 * (S-13). Requires that the file was served through this link, and that no name on the page has changed since
 * it was `shown`. Opening it on the sender's device does not count for the mailbox.
 */
export async function recordOpened(
  services: CeremonyDeps,
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
    if (owner.fileServedAt === null || !isPageCurrent(ceremony, shown)) return notShown;
    if (owner.openedAt !== null || hasActed(recipient)) return undefined;
    const agreement = await statedAgreement(tx, whole);
    if (isRefusal(agreement)) return agreement;
    await recordLinkOpened(tx, owner, now);
    const isNoNews = await openedBefore(tx, visit, recipient, viaOf(visit).via);
    if (recipient.openedAt === null) {
      const status = recipient.status === 'paper' ? 'paper' : 'opened';
      await saveRecipient(tx, whole.document, recipient.id, { status, opened_at: new Date(now) });
    }
    await appendEvents(tx, visit, now, [
      stating(agreement, {
        type: 'document_opened',
        actor: { kind: 'recipient', id: recipient.id },
        data: { ...baseStated(whole.document), ...servedTo(owner), ...viaOf(visit) },
        personal: personalOf(recipient, visitor),
        isNoNews,
      }),
    ]);
    return undefined;
  });
}

/** Returns the link through which the document was served to the signer, and when. */
export function servedTo({ linkId, fileServedAt }: Link): { linkId: string; servedAt: string | null } {
  return { linkId, servedAt: fileServedAt?.toISOString() ?? null };
}

/** Returns how the link reached its user, which events record unless it was emailed. */
export function viaOf({ via }: Pick<Visit, 'via'>): { via?: string } {
  return via === 'mail' ? {} : { via };
}

/**
 * Returns the person and where their request came from. These are personal data, stored outside the hash
 * chain.
 */
export function personalOf(recipient: StoredRecipient, visitor: Visitor): Record<string, string> {
  return { actor: recipient.name, actorEmail: recipient.email, ip: visitor.ip, userAgent: visitor.userAgent };
}
