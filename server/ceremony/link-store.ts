import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import { newLinkId } from './signing-link.ts';

export type LinkOwner = { accountId: string; documentId: string; recipientId: string };

/** How a link came to whoever uses it: by mail, or on the sender's own device. */
export type LinkVia = 'mail' | 'in-person' | 'own-account';

export type Link = LinkOwner & { linkId: string; via: LinkVia };

/** A link that is handed over on a device, and not mailed, is used at once or not at all, in ms. */
const handedOverLifetime = 3_600_000;

/** Issues one more link. Earlier ones stay good, so a repeated mail never kills the one already delivered. */
export async function issueLink(
  tx: Tx,
  owner: LinkOwner,
  now: number,
  via: LinkVia = 'mail',
): Promise<string> {
  const id = newLinkId();
  await tx
    .insertInto('signing_links')
    .values({
      account_id: owner.accountId,
      document_id: owner.documentId,
      recipient_id: owner.recipientId,
      id,
      via,
      issued_at: new Date(now),
      ended_at: via === 'mail' ? null : new Date(now + handedOverLifetime),
    })
    .execute();
  return id;
}

/** Ends every link of a recipient: somebody else acts in their place from now on. */
export async function endLinks(tx: Tx, owner: LinkOwner, now: number): Promise<void> {
  await tx
    .updateTable('signing_links')
    .set({ ended_at: new Date(now) })
    .where('account_id', '=', owner.accountId)
    .where('document_id', '=', owner.documentId)
    .where('recipient_id', '=', owner.recipientId)
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>', new Date(now))]))
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
    .where('id', '=', linkId)
    .executeTakeFirst();
  if (!row) return undefined;
  const owner = { accountId: row.account_id, documentId: row.document_id, recipientId: row.recipient_id };
  const ended = row.ended_at !== null && row.ended_at.getTime() <= now;
  return { link: { ...owner, linkId, via: row.via as LinkVia }, ended };
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
