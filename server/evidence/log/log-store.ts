import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { fromHex, toHex } from '#core/log/checkpoint.ts';
import type { ReadNode } from '#core/log/merkle.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';

export const hashBytes = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

export type StoredHead = { size: number; checkpoint: string; key: string; signedAt: Date };

/**
 * Returns a reader of tree nodes that caches them, since complete nodes never change. A missing node must
 * have been deleted.
 * @throws BrokenLog
 */
export function nodesOf(db: Kysely<Schema>): ReadNode {
  const known = new Map<string, Uint8Array>();
  return async (level, position) => {
    const key = `${level} ${position}`;
    const read = known.get(key) ?? fromHex(await readNode(db, level, position));
    known.set(key, read);
    return read;
  };
}

async function readNode(db: Kysely<Schema>, level: number, position: number): Promise<string> {
  const found =
    level === 0
      ? await db.selectFrom('log_leaves').select('hash').where('position', '=', position).executeTakeFirst()
      : await db
          .selectFrom('log_nodes')
          .select('hash')
          .where('level', '=', level)
          .where('position', '=', position)
          .executeTakeFirst();
  if (!found) throw new BrokenLog('Part of the log was removed.');
  return found.hash;
}

/** The log differs from the signed one, so no further head is signed. The message is for the operator. */
export class BrokenLog extends Error {}

export async function newestHead(db: Kysely<Schema>): Promise<StoredHead | undefined> {
  return headsOf(db).orderBy('size', 'desc').limit(1).executeTakeFirst();
}

/** Returns the smallest head that covers the leaf at this index. */
export async function firstHeadOver(db: Kysely<Schema>, index: number): Promise<StoredHead | undefined> {
  return headsOf(db).where('size', '>', index).orderBy('size').limit(1).executeTakeFirst();
}

/**
 * Returns when this key first signed a head (ms UTC): Infinity if it has not signed yet, undefined if no
 * other key ever signed.
 */
export async function firstUseAfterOthers(db: Kysely<Schema>, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ first: Date | null; others: boolean | null }>`
    SELECT min(signed_at) FILTER (WHERE key = ${key}) AS first, bool_or(key <> ${key}) AS others
      FROM log_heads`.execute(db);
  const { first, others } = rows[0]!;
  return others ? (first?.getTime() ?? Infinity) : undefined;
}

export function headsOf(db: Kysely<Schema>) {
  return db
    .selectFrom('log_heads')
    .select(['log_heads.size as size', 'checkpoint', 'key', 'signed_at as signedAt']);
}

export async function placeOf(db: Kysely<Schema>, hash: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('log_leaves')
    .select('position')
    .where('hash', '=', hash)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return found?.position;
}

/** Arbitrary lock number for pg_advisory_xact_lock, used only here. */
const lock = 4_270_815_171;

/** Makes writers wait for each other. The lock is held only briefly. */
export async function lockLog(tx: Tx): Promise<void> {
  await sql`SET LOCAL lock_timeout = '2s'`.execute(tx);
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(lock)})`.execute(tx);
}

/** Removes the oldest queued events from the queue and returns them in order. */
export async function claimWaitingEvents(tx: Tx, most: number): Promise<Uint8Array[]> {
  const { rows } = await sql<{ id: number; hash: string }>`
    DELETE FROM log_waiting WHERE id IN (SELECT id FROM log_waiting ORDER BY id LIMIT ${most})
    RETURNING id, hash`.execute(tx);
  return rows.toSorted((one, other) => one.id - other.id).map(({ hash }) => fromHex(hash));
}

export async function addToTree(
  tx: Tx,
  size: number,
  leaves: readonly Uint8Array[],
  nodes: readonly { level: number; position: number; hash: Uint8Array }[],
): Promise<void> {
  await tx
    .insertInto('log_leaves')
    .values(leaves.map((leaf, index) => ({ position: size + index, hash: toHex(leaf) })))
    .execute();
  if (nodes.length === 0) return;
  await tx
    .insertInto('log_nodes')
    .values(nodes.map(({ level, position, hash }) => ({ level, position, hash: toHex(hash) })))
    .execute();
}
