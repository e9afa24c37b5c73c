import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import { newLinkId } from '../crypto/signing-link.ts';

export type LinkOwner = { accountId: string; documentId: string; recipientId: string };

/** How a link came to whoever uses it: by mail, on the sender's own device, or in a frame of an application. */
export type LinkVia = 'mail' | 'in-person' | 'own-account' | 'embedded';

export type Link = LinkOwner & {
  linkId: string;
  via: LinkVia;
  /** When the file itself was first served to this link; null: never. */
  fileServedAt: Date | null;
  /** When a person opened the document by this link; null: nobody has. */
  openedAt: Date | null;
  /** The disclosures that were served to it, each as its version, a space and its language. */
  disclosuresServed: readonly string[];
  /** The hash of the recipient's page as this link was last given it; null: never. */
  retrievedSha256: string | null;
};

/** A link that is handed over on a device, and not mailed, is used at once or not at all, in ms. */
const handedOverLifetime = 3_600_000;

/** Issues one more link; one that is not mailed says which member opened it. Earlier ones stay good, so a repeated mail never kills the one already delivered. */
export async function issueLink(
  tx: Tx,
  owner: LinkOwner,
  now: number,
  handedOver?: { via: Exclude<LinkVia, 'mail'>; by: string },
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
      ended_at: handedOver ? new Date(now + handedOverLifetime) : null,
    })
    .execute();
  return id;
}

/**
 * Ends every link of a recipient: somebody else acts in their place from now on. With them the addresses of frames that
 * were asked for them and are not opened yet: whoever waits for one there is not who comes now.
 */
export async function endLinks(tx: Tx, owner: LinkOwner, now: number): Promise<void> {
  await tx
    .deleteFrom('embed_addresses')
    .where('account_id', '=', owner.accountId)
    .where('document_id', '=', owner.documentId)
    .where('recipient_id', '=', owner.recipientId)
    .where('link_id', 'is', null)
    .execute();
  await tx
    .updateTable('signing_links')
    .set({ ended_at: new Date(now) })
    .where('account_id', '=', owner.accountId)
    .where('document_id', '=', owner.documentId)
    .where('recipient_id', '=', owner.recipientId)
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>', new Date(now))]))
    .execute();
}

/** Who of a document has ever had a link to it from here: of one that was taken in from elsewhere nobody has. */
export async function whoHadLinks(
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

/** Ends the links that a member opened on a device of theirs: they are in the account no more. */
export async function endHandedOverLinks(
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

/** Ends what the program of an API key has open in frames: its key is revoked. */
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

/** Whose link this is, and whether it lives at `now`. */
export async function findLink(
  db: Kysely<Schema>,
  linkId: string,
  now: number,
): Promise<{ link: Link; ended: boolean } | undefined> {
  const row = await db
    .selectFrom('signing_links')
    .select(['account_id', 'document_id', 'recipient_id', 'via', 'ended_at'])
    .select(['file_served_at', 'opened_at', 'disclosures_served', 'retrieved_sha256'])
    .where('id', '=', linkId)
    .executeTakeFirst();
  if (!row) return undefined;
  const owner = { accountId: row.account_id, documentId: row.document_id, recipientId: row.recipient_id };
  const ended = row.ended_at !== null && row.ended_at.getTime() <= now;
  const served = {
    fileServedAt: row.file_served_at,
    openedAt: row.opened_at,
    disclosuresServed: row.disclosures_served as string[],
    retrievedSha256: row.retrieved_sha256,
  };
  return { link: { ...owner, linkId, via: row.via as LinkVia, ...served }, ended };
}

/** Notes that the file goes out to this link. The first time counts; a mail scanner may ask as often as it likes. */
export async function noteFileServed(db: Kysely<Schema>, link: Link, now: number): Promise<void> {
  if (link.fileServedAt !== null) return;
  await db
    .updateTable('signing_links')
    .set({ file_served_at: new Date(now) })
    .where('id', '=', link.linkId)
    .where('file_served_at', 'is', null)
    .execute();
}

/** Notes that a person has opened the document by this link. */
export async function noteOpened(tx: Tx, { linkId }: Link, now: number): Promise<void> {
  await tx
    .updateTable('signing_links')
    .set({ opened_at: new Date(now) })
    .where('id', '=', linkId)
    .execute();
}

/** Notes which words stood before whoever holds this link. */
export async function noteDisclosureServed(
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

/** Notes which page of the recipient this link was given, by its hash. */
export async function noteRetrieved(db: Kysely<Schema>, link: Link, shownSha256: string): Promise<void> {
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
 * A name on the pages is another one now: whoever has not signed, or this recipient alone, looks at them again before
 * they do. By their links the document counts as not opened until it is.
 */
export async function forgetOpened(
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

/** The newest living link of a recipient that may be mailed. */
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

/** Whether a link that is about to be mailed still opens something. */
export async function isLiving(db: Kysely<Schema>, linkId: string): Promise<boolean> {
  const row = await db
    .selectFrom('signing_links')
    .select('id')
    .where('id', '=', linkId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
