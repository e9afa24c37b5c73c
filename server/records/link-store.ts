import { sql, type Kysely } from 'kysely';
import { sessionTimes } from '#core/permission/session-times.ts';
import type { Schema } from '../foundation/db/schema.ts';
import type { Tx } from '../foundation/db/transaction.ts';
import { newLinkId } from '../foundation/crypto/signing-link.ts';
import { holdsAddress } from './held-address.ts';

export type LinkOwner = { accountId: string; documentId: string; recipientId: string };

/**
 * How the link reached its user: by email, on the sender's own device, to a member of the sender's account, in a
 * frame of an application, delivered by the sender, to a person who is signed in with the recipient's address, or on
 * the page of a public form after the emailed code was entered there, which may be on a device of many visitors.
 */
export type LinkVia =
  | 'mail'
  | 'in-person'
  | 'own-account'
  | 'embedded'
  | 'sender'
  | 'signed-in'
  | 'form'
  | 'counter';

export type Link = LinkOwner & {
  linkId: string;
  via: LinkVia;
  /**
   * The session of the signed-in person who got the link. The link works only in that session's browser. Null
   * for other links.
   */
  holderSession: string | null;
  /** When the file was first served through this link; null if never. */
  fileServedAt: Date | null;
  /** When a person opened the document through this link; null if never. */
  openedAt: Date | null;
  /** Disclosures served through this link, each as version, space and language. */
  disclosuresServed: readonly string[];
  /** Hash of the recipient's page as last served through this link; null if never. */
  retrievedSha256: string | null;
};

/** Lifetimes in milliseconds of links that are used on the device where they are created. */
const lifetimes: Record<Exclude<LinkVia, 'mail' | 'sender'>, number> = {
  'in-person': 3_600_000,
  'own-account': 3_600_000,
  embedded: 3_600_000,
  // Visitors use their own device and may take a while to fill in a form.
  form: 12 * 3_600_000,
  counter: 3_600_000,
  // This is a maximum, because the link also ends with the session.
  'signed-in': 12 * 3_600_000,
};

/** The signed-in person for whom a link is issued (a member of any account), and their session. */
export type SignedInHolder = { via: 'signed-in'; accountId: string; by: string; session: string };

/**
 * Issues an additional link. If it is not emailed, it records the member who opened or delivers it. Earlier
 * links remain valid, so that repeating an email does not break the link in the first one.
 */
export async function issueLink(
  tx: Tx,
  owner: LinkOwner,
  now: number,
  handedOver?: { via: Exclude<LinkVia, 'mail' | 'signed-in'>; by: string | null } | SignedInHolder,
): Promise<string> {
  const id = newLinkId();
  await tx
    .insertInto('signing_links')
    .values({
      account_id: owner.accountId,
      document_id: owner.documentId,
      recipient_id: owner.recipientId,
      id,
      via: handedOver?.via ?? 'mail',
      issued_by: handedOver?.by ?? null,
      issued_at: new Date(now),
      ended_at: handedOver && handedOver.via !== 'sender' ? new Date(now + lifetimes[handedOver.via]) : null,
      ...(handedOver?.via === 'signed-in' && {
        holder_account_id: handedOver.accountId,
        holder_session: handedOver.session,
      }),
    })
    .execute();
  return id;
}

/**
 * Ends every link of a recipient whose part passes to another person. This includes frame URLs that were
 * requested and not opened yet, because the application expected the previous person there.
 */
export async function endLinks(tx: Tx, owner: LinkOwner, now: number): Promise<void> {
  await tx
    .deleteFrom('embed_addresses')
    .where('account_id', '=', owner.accountId)
    .where('document_id', '=', owner.documentId)
    .where('recipient_id', '=', owner.recipientId)
    .where('link_id', 'is', null)
    .execute();
  await endSigningLinks(tx, owner, now);
}

/** Ends the recipient's links on a device that many visitors use, when the visit ends. */
export function endCounterLinks(tx: Tx, owner: LinkOwner, now: number): Promise<void> {
  return endSigningLinks(tx, owner, now, 'counter');
}

/** Ends the recipient's link that the sender was given, because a new one replaces it. */
export function endDeliveredLinks(tx: Tx, owner: LinkOwner, now: number): Promise<void> {
  return endSigningLinks(tx, owner, now, 'sender');
}

async function endSigningLinks(tx: Tx, owner: LinkOwner, now: number, via?: LinkVia): Promise<void> {
  await tx
    .updateTable('signing_links')
    .set({ ended_at: new Date(now) })
    .where('account_id', '=', owner.accountId)
    .where('document_id', '=', owner.documentId)
    .where('recipient_id', '=', owner.recipientId)
    .$if(via !== undefined, (links) => links.where('via', '=', via!))
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>', new Date(now))]))
    .execute();
}

/**
 * Returns the recipients of a document who ever had a link from this installation. Imported documents have
 * none.
 */
export async function recipientsWithLinks(
  tx: Tx,
  { accountId, documentId }: Pick<LinkOwner, 'accountId' | 'documentId'>,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('signing_links')
    .select('recipient_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .execute();
  return new Set(rows.map(({ recipient_id }) => recipient_id));
}

/** Ends the links that a member opened on their device, because the member has left the account. */
export async function revokeDeviceLinks(
  tx: Tx,
  { accountId, userId }: { accountId: string; userId: string },
  now: number,
): Promise<void> {
  await tx
    .updateTable('signing_links')
    .set({ ended_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('issued_by', '=', userId)
    .where('ended_at', '>', new Date(now))
    .execute();
}

/** Ends a program's open frames, because its API key was revoked. */
export async function endFramesOfKey(
  tx: Tx,
  { accountId, keyId }: { accountId: string; keyId: string },
  now: number,
): Promise<void> {
  const ofKey = tx
    .selectFrom('embed_addresses')
    .select('link_id')
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .where('link_id', 'is not', null);
  await tx
    .updateTable('signing_links')
    .set({ ended_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('id', 'in', ofKey)
    .where('ended_at', '>', new Date(now))
    .execute();
}

/**
 * SQL: false if the link was issued to a signed-in person who has left their account or no longer owns the
 * recipient's address, or whose session has ended. Otherwise true.
 */
const isHeld = (now: number) => sql<boolean>`via <> 'signed-in' OR EXISTS (
  SELECT FROM users, sessions, recipients
   WHERE users.account_id = holder_account_id AND users.id = issued_by AND users.removed_at IS NULL
     AND sessions.account_id = users.account_id AND sessions.user_id = users.id
     AND sessions.handle = holder_session AND NOT sessions.removed
     AND sessions.last_seen_at >= ${new Date(now - sessionTimes.idle)}
     AND sessions.created_at >= ${new Date(now - sessionTimes.absolute)}
     AND recipients.account_id = signing_links.account_id AND recipients.document_id = signing_links.document_id
     AND recipients.id = signing_links.recipient_id AND lower(recipients.email) = lower(users.email)
     AND ${holdsAddress(now)})`;

/**
 * Returns the signed-in person's valid link to this part, so that opening it again does not issue another
 * one.
 */
export async function findLinkOf(
  tx: Tx,
  owner: LinkOwner,
  { accountId, by, session }: SignedInHolder,
  now: number,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('signing_links')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .where('document_id', '=', owner.documentId)
    .where('recipient_id', '=', owner.recipientId)
    .where('holder_account_id', '=', accountId)
    .where('issued_by', '=', by)
    .where('holder_session', '=', session)
    .where('ended_at', '>', new Date(now))
    .executeTakeFirst();
  return row?.id;
}

/** Returns the recipient of this link, and whether it is valid at `now`. */
export async function findLink(
  db: Kysely<Schema>,
  linkId: string,
  now: number,
): Promise<{ link: Link; ended: boolean } | undefined> {
  const row = await db
    .selectFrom('signing_links')
    .select(['account_id', 'document_id', 'recipient_id', 'via', 'ended_at'])
    .select(['file_served_at', 'opened_at', 'disclosures_served', 'retrieved_sha256'])
    .select(isHeld(now).as('held'))
    .select('holder_session')
    .where('id', '=', linkId)
    .executeTakeFirst();
  if (!row) return undefined;
  const owner = { accountId: row.account_id, documentId: row.document_id, recipientId: row.recipient_id };
  const ended = !row.held || (row.ended_at !== null && row.ended_at.getTime() <= now);
  const served = {
    fileServedAt: row.file_served_at,
    openedAt: row.opened_at,
    disclosuresServed: row.disclosures_served as string[],
    retrievedSha256: row.retrieved_sha256,
  };
  const holderSession = row.holder_session;
  return { link: { ...owner, linkId, via: row.via as LinkVia, holderSession, ...served }, ended };
}

/**
 * Records that the file was served through this link. Only the first time is recorded, since mail scanners
 * may request it often.
 */
export async function recordFileServed(db: Kysely<Schema>, link: Link, now: number): Promise<void> {
  if (link.fileServedAt !== null) return;
  await db
    .updateTable('signing_links')
    .set({ file_served_at: new Date(now) })
    .where('id', '=', link.linkId)
    .where('file_served_at', 'is', null)
    .execute();
}

/** Records that a person opened the document through this link. */
export async function recordLinkOpened(tx: Tx, { linkId }: Link, now: number): Promise<void> {
  await tx
    .updateTable('signing_links')
    .set({ opened_at: new Date(now) })
    .where('id', '=', linkId)
    .execute();
}

/** Records which disclosures were shown through this link. */
export async function recordDisclosureServed(
  db: Kysely<Schema>,
  link: Link,
  disclosure: { version: string; language: string },
): Promise<void> {
  const served = nameDisclosure(disclosure);
  if (link.disclosuresServed.includes(served)) return;
  const list = JSON.stringify([served]);
  await db
    .updateTable('signing_links')
    .set({ disclosures_served: sql`disclosures_served || ${list}::jsonb` })
    .where('id', '=', link.linkId)
    .where(sql<boolean>`NOT disclosures_served @> ${list}::jsonb`)
    .execute();
}

/** Records the hash of the recipient's page that was served through this link. */
export async function recordRetrieval(db: Kysely<Schema>, link: Link, shownSha256: string): Promise<void> {
  if (link.retrievedSha256 === shownSha256) return;
  await db
    .updateTable('signing_links')
    .set({ retrieved_sha256: shownSha256 })
    .where('id', '=', link.linkId)
    .execute();
}

export function nameDisclosure({ version, language }: { version: string; language: string }): string {
  return `${version} ${language}`;
}

/**
 * Requires one recipient, or all who have not signed, to open the document again, because a name on its pages
 * has changed. Their links no longer count as opened.
 */
export async function resetOpened(
  tx: Tx,
  { accountId, documentId }: Pick<LinkOwner, 'accountId' | 'documentId'>,
  recipientId?: string,
): Promise<void> {
  await tx
    .updateTable('signing_links')
    .set({ opened_at: null })
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('opened_at', 'is not', null)
    .where('recipient_id', 'in', (row) =>
      row
        .selectFrom('recipients')
        .select('id')
        .where('account_id', '=', accountId)
        .where('document_id', '=', documentId)
        .where('acted_at', 'is', null)
        .$if(recipientId !== undefined, (own) => own.where('id', '=', recipientId!)),
    )
    .execute();
}

/** Returns the link that a recipient was shown on the page of a public form, if it is still valid. */
export async function findFormLink(
  db: Kysely<Schema>,
  owner: LinkOwner,
  via: 'form' | 'counter',
  now: number,
) {
  const row = await db
    .selectFrom('signing_links')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .where('document_id', '=', owner.documentId)
    .where('recipient_id', '=', owner.recipientId)
    .where('via', '=', via)
    .where('ended_at', '>', new Date(now))
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Returns a recipient's newest valid link that may be emailed. */
export async function newestLink(db: Kysely<Schema>, owner: LinkOwner): Promise<string | undefined> {
  const row = await db
    .selectFrom('signing_links')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .where('document_id', '=', owner.documentId)
    .where('recipient_id', '=', owner.recipientId)
    .where('via', '=', 'mail')
    .where('ended_at', 'is', null)
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Returns true if a link that is about to be emailed is still valid. */
export async function isLinkActive(db: Kysely<Schema>, linkId: string): Promise<boolean> {
  const row = await db
    .selectFrom('signing_links')
    .select('id')
    .where('id', '=', linkId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
