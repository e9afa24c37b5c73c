import { isLocalOrigin, readOrigin } from './read-origin.ts';
import type { Embedded } from '#contract/signing/embedding.ts';
import { mustBeAllowed } from '#core/permission/permission.ts';
import { apiAllowance } from '#core/plan/allowance.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { findKeyUser } from '../../accounts/api-keys/find-key.ts';
import { decideOpening } from '../ceremony/hand-over-link.ts';
import { linkToken } from '../../foundation/crypto/signing-link.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { KeyUser } from '../../foundation/http/api-key.ts';
import type { SignedInUser, UsedKey } from '../../foundation/http/session.ts';
import { lockDocument } from '../../records/document-store.ts';
import { issueLink } from '../../records/link-store.ts';
import { byOwner, ownerOf } from '../../records/owner.ts';
import { accessOf, readVisibility } from '../../records/visibility-store.ts';
import type { EmbeddingDeps } from './deps.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { insertAddress, lockAddress, recordAddressOpened } from './address-store.ts';
import { isAllowed } from './origin-store.ts';

export type Frame = { url: string; origin: string; expiresAt: string };

/**
 * Creates a one-time URL with which a program shows a recipient's signing page in a frame on its website.
 * Only programs can request it, because the record names the program as the party that identified the signer.
 */
export async function embedSigning(
  services: EmbeddingDeps,
  user: SignedInUser,
  { id, recipientId }: { id: string; recipientId: string },
  wanted: string,
): Promise<Frame | Refusal> {
  const { db, clock, publicUrl } = services;
  const { accountId } = user;
  return inTransaction(db, async (tx) => {
    const granted = await requestEmbeddedSigning(tx, services, user, wanted);
    if (isRefusal(granted)) return granted;
    const { key, origin } = granted;
    const now = clock();
    const whole = await lockDocument(tx, accountId, id);
    const recipient = whole ? decideOpening(whole, recipientId, now) : noDocument;
    if (isRefusal(recipient)) return recipient;
    const askedFrom = { ip: user.ip, userAgent: user.userAgent };
    const address = { accountId, documentId: id, recipientId, origin, keyId: key.id, askedFrom };
    const { code, endsAt } = await insertAddress(tx, address, now);
    return { url: `${publicUrl}/embed/${code}`, origin, expiresAt: endsAt.toISOString() };
  });
}

/** Returns the requesting key and the website's origin, if this key may create frames for it. */
export async function requestEmbeddedSigning(
  tx: Tx,
  { clock, plans }: Pick<EmbeddingDeps, 'clock' | 'plans'>,
  { accountId, key }: SignedInUser,
  wanted: string,
): Promise<{ key: UsedKey; origin: string } | Refusal> {
  if (!key) return needsKey;
  const origin = readOrigin(wanted);
  if (isRefusal(origin)) return origin;
  // A connected app acts like a key, but it cannot vouch for the signer's identity.
  if (!(await findKeyUser(tx, { accountId, id: key.id }, clock(), plans))) return needsKey;
  const known = await isAllowed(tx, accountId, origin);
  return !known || (isLocalOrigin(origin) && key.mode !== 'test') ? unknown : { key, origin };
}

/** Returns the member whose key requested the URL, if the key would still get a new URL for this document. */
export async function isFrameRequestActive(
  tx: Tx,
  { clock, plans }: Pick<EmbeddingDeps, 'clock' | 'plans'>,
  address: { accountId: string; documentId: string; keyId: string; origin: string },
): Promise<KeyUser | undefined> {
  const { accountId, documentId, keyId, origin } = address;
  const user = await findKeyUser(tx, { accountId, id: keyId }, clock(), plans);
  if (!user || apiAllowance(user.plan) || mustBeAllowed(user, 'document.embed')) return undefined;
  // An account that is suspended or being closed cannot start anything new.
  if (user.suspended || user.closesAt !== null || user.signOnMissing) return undefined;
  if (!(await isAllowed(tx, accountId, origin))) return undefined;
  // The route checked this when the URL was created, but the document may have been moved to a private folder
  // since.
  const sight = await readVisibility(tx, user);
  const access = await accessOf(tx, { accountId, sight }, 'documents', documentId);
  return access === 'use' ? user : undefined;
}

/**
 * Opens a one-time URL once. All conditions for creating it must still be met. The resulting signing link
 * records that it was opened in a frame, and expires within an hour.
 */
export function openEmbedded(services: EmbeddingDeps, code: string): Promise<Embedded | Refusal> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock();
    const address = await lockAddress(tx, code);
    if (!address || address.linkId !== null || address.endsAt.getTime() <= now) return over;
    const { accountId, documentId, recipientId, origin } = address;
    const whole = await lockDocument(tx, accountId, documentId);
    const recipient = whole && decideOpening(whole, recipientId, now);
    if (!recipient || isRefusal(recipient)) return over;
    const user = await isFrameRequestActive(tx, services, address);
    if (!user) return over;
    const { userId: by } = user;
    const linkId = await issueLink(tx, { accountId, documentId, recipientId }, now, { via: 'embedded', by });
    await recordAddressOpened(tx, address, linkId);
    const { actor, personal } = byOwner(ownerOf({ ...user, ...address.askedFrom }));
    const requestedAt = address.requestedAt.toISOString();
    await appendEvents(tx, { accountId, documentId }, now, [
      {
        type: 'ceremony_embedded',
        actor,
        data: { recipientId, linkId, origin, requestedAt },
        personal: { ...personal, recipient: recipient.name, recipientEmail: recipient.email },
      },
    ]);
    return { origin, id: address.id, token: linkToken(services.linkKey, linkId) };
  });
}

const noDocument = refuse('not-found', 'Document not found or access denied');
const needsKey = refuse(
  'key-required',
  'Only a program can request this, with an API key that has the scope documents:embed.',
);
const unknown = refuse(
  'embedding-origin-unknown',
  'This website is not in your account’s list, or it is on a local machine, which requires a test key. Add it in the settings.',
);
export const over = refuse(
  'embed-address-expired',
  'This page was already opened, or it expired. Go back and open it again from there.',
);
