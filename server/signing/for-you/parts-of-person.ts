import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ForYouList } from '#core/recipient/for-you.ts';
import type { Schema } from '../../foundation/db/schema.ts';

/** A person's part in a document of any account. */
export type Part = {
  account_id: string;
  document_id: string;
  id: string;
  role: string;
  part: string;
  acted_at: Date | null;
  gated: boolean;
  title: string;
  status: string;
  created_by: string;
  sent_by: { actor?: string; actorEmail?: string } | null;
  expires_at: Date | null;
  sent_at: Date;
  alike: boolean;
};

type Wanted = {
  /** The person's confirmed address. */
  address: string;
  /** Current time (ms UTC). */
  now: number;
  list?: ForYouList;
  id?: string;
  /** Returns only the parts that follow this one in the list. */
  after?: string;
  /** Returns the oldest parts first, but those from the same template as `alikeTo` before all others. */
  queue?: { alikeTo: string | undefined };
  limit: number;
};

/**
 * Finds a person's parts by their address. Includes only parts that were or could be emailed. A part whose
 * link the sender delivers is left out, and so is an invitation that was not emailed yet because the
 * account's emails are paused or limited.
 */
export async function findParts(db: Kysely<Schema>, wanted: Wanted): Promise<Part[]> {
  const { id, after, queue, limit } = wanted;
  const { rows } = await sql<Part>`
    SELECT r.account_id, r.document_id, r.id, r.role, r.status AS part, r.acted_at, d.title, d.status, d.created_by,
           d.expires_at, d.sent_at, ${sentBy} AS sent_by,
           (r.access_code_hash IS NOT NULL OR r.mail_code) AS gated, ${isAlike(queue?.alikeTo)} AS alike
      ${matching(wanted)}
      ${id === undefined ? sql`` : sql`AND r.id = ${id}`}
      ${after === undefined ? sql`` : sql`AND (d.sent_at, r.id) < ${placeOf(after, wanted.address)}`}
     ORDER BY ${queue ? sql`alike DESC, d.sent_at, r.id` : sql`d.sent_at DESC, r.id DESC`}
     LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countParts(
  db: Kysely<Schema>,
  wanted: Pick<Wanted, 'address' | 'now' | 'list'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${matching(wanted)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

function matching({ address, now, list }: Pick<Wanted, 'address' | 'now' | 'list'>): RawBuilder<unknown> {
  const at = new Date(now);
  const isOpen = sql`(d.expires_at IS NULL OR d.expires_at > ${at})`;
  const isWelcome = sql`NOT EXISTS (SELECT FROM accounts a WHERE a.id = d.account_id AND a.suspended_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM mail_blocks b WHERE b.account_id = d.account_id AND b.address = lower(${address}))
    AND NOT EXISTS (SELECT FROM mails m WHERE m.account_id = d.account_id AND m.document_id = d.id
      AND m.kind = 'invitation' AND m.state = 'queued' AND lower(m.to_address) = lower(${address}))`;
  const isTheirTurn = sql`(d.signing_order <> 'sequential' OR NOT EXISTS (
    SELECT FROM recipients o WHERE o.account_id = r.account_id AND o.document_id = r.document_id AND o.turn < r.turn
       AND o.role IN ('signer', 'approver') AND o.status NOT IN ('signed', 'approved', 'declined')))`;
  const lists = {
    waiting: sql`r.role IN ('signer', 'approver') AND r.status IN ('invited', 'opened') AND d.status = 'sent'
      AND d.deleted_at IS NULL AND ${isOpen} AND ${isTheirTurn} AND ${isWelcome}`,
    done: sql`(r.status IN ('signed', 'approved', 'declined')
      OR (r.status = 'paper' AND d.status = 'sent' AND d.deleted_at IS NULL AND ${isOpen}))`,
    received: sql`(r.role = 'cc' AND d.status = 'completed' OR r.role = 'viewer' AND r.status IN ('invited', 'opened')
      AND (d.status IN ('sealing', 'completed') OR d.status = 'sent' AND ${isOpen})) AND ${isWelcome}`,
  };
  const wanted = list ? lists[list] : sql`((${lists.waiting}) OR (${lists.done}) OR (${lists.received}))`;
  return sql`FROM recipients r JOIN documents d ON d.account_id = r.account_id AND d.id = r.document_id
    WHERE lower(r.email) = lower(${address}) AND r.send_email AND r.erased_at IS NULL AND d.sent_at IS NOT NULL
      AND NOT d.test AND d.purged_at IS NULL AND ${wanted}`;
}

/** The sender as recorded when the document was sent, like `senderWhenSent`. */
const sentBy = sql`(SELECT json_object_agg(v.name, v.value) FROM events e
  JOIN event_values v ON v.account_id = e.account_id AND v.document_id = e.document_id AND v.seq = e.seq
 WHERE e.account_id = r.account_id AND e.document_id = r.document_id AND e.type = 'document_sent'
   AND v.name IN ('actor', 'actorEmail'))`;

function placeOf(id: string, address: string): RawBuilder<unknown> {
  return sql`(SELECT t.sent_at, p.id FROM recipients p
    JOIN documents t ON t.account_id = p.account_id AND t.id = p.document_id
   WHERE p.id = ${id} AND lower(p.email) = lower(${address}))`;
}

function isAlike(id: string | undefined): RawBuilder<unknown> {
  if (id === undefined) return sql`false`;
  return sql`coalesce(d.template_id = (
    SELECT t.template_id FROM recipients p JOIN documents t ON t.account_id = p.account_id AND t.id = p.document_id
     WHERE p.id = ${id} AND lower(p.email) = lower(r.email)), false)`;
}
