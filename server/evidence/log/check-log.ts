import { sql, type Kysely } from 'kysely';
import { fromHex, toHex } from '#core/log/checkpoint.ts';
import { hashNode } from '#core/log/merkle.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { isValidHead } from './head.ts';
import { hashBytes, headsOf, type StoredHead } from './log-store.ts';

/** Number of leaves read per query. */
const page = 10_000;

/**
 * Checks the whole log: recomputes every inner node from the leaves, and checks that every head covers them
 * and that they include every event no longer in the queue. Reports each error as a sentence for the
 * operator.
 */
export async function checkLog(
  db: Kysely<Schema>,
  found: (sentence: string) => void,
): Promise<{ leaves: number; heads: number }> {
  const counts = await checkTree(db, found);
  await checkEvents(db, found);
  return counts;
}

/** Reads the leaves page by page. Memory holds one page, and one node per level. */
async function checkTree(
  db: Kysely<Schema>,
  found: (sentence: string) => void,
): Promise<{ leaves: number; heads: number }> {
  const waiting = new Map<number, Uint8Array>();
  let [size, heads] = [0, 0];
  for (;;) {
    const from = size;
    const rows = await db
      .selectFrom('log_leaves')
      .select(['position', 'hash'])
      .where('position', '>=', from)
      .orderBy('position')
      .limit(page)
      .execute();
    const signed = await headsBetween(db, from, rows.length === 0 ? Number.MAX_SAFE_INTEGER : from + page);
    heads += signed.size;
    const made = new Map<string, string>();
    for (const { position, hash } of rows) {
      if (position !== size) {
        found(`Leaf ${size} of the log is missing.`);
        return { leaves: size, heads };
      }
      await grow(
        waiting,
        size,
        fromHex(hash),
        (level, at, node) => void made.set(`${level} ${at}`, toHex(node)),
      );
      size += 1;
      const head = signed.get(size);
      signed.delete(size);
      if (head && !(await isValidHead(head, await rootFrom(waiting, size))))
        found(`The head over ${size} events does not match the current log, or is not signed with its key.`);
    }
    await compareNodes(db, { from, to: size }, made, found);
    if (rows.length < page) {
      await compareSize(
        db,
        [...signed.keys()].filter((over) => over > size),
        found,
      );
      return { leaves: size, heads };
    }
  }
}

/**
 * Reports heads that cover more leaves than the log has. A running server may have appended leaves since they
 * were read, but always before their head, so the leaves are counted again.
 */
async function compareSize(
  db: Kysely<Schema>,
  heads: readonly number[],
  found: (sentence: string) => void,
): Promise<void> {
  if (heads.length === 0) return;
  const { size } = await db
    .selectFrom('log_leaves')
    .select(({ fn }) => sql<number>`coalesce(${fn.max('position')} + 1, 0)::float8`.as('size'))
    .executeTakeFirstOrThrow();
  for (const more of heads.filter((over) => over > size))
    found(`A head was signed over ${more} events, and the log has ${size}.`);
}

/** Returns the heads that cover more than `from` and at most `to` leaves, by size. */
async function headsBetween(db: Kysely<Schema>, from: number, to: number): Promise<Map<number, StoredHead>> {
  const heads = await headsOf(db).where('size', '>', from).where('size', '<=', to).execute();
  return new Map(heads.map((head) => [head.size, head]));
}

/** Returns the root over `size` leaves, computed from the complete subtrees at that point. */
async function rootFrom(waiting: ReadonlyMap<number, Uint8Array>, size: number): Promise<Uint8Array> {
  let root: Uint8Array | undefined;
  for (let [level, rest] = [0, size]; rest > 0; level += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 0) continue;
    const peak = waiting.get(level)!;
    root = root === undefined ? peak : await hashNode(peak, root, hashBytes);
  }
  return root!;
}

async function grow(
  waiting: Map<number, Uint8Array>,
  position: number,
  leaf: Uint8Array,
  made: (level: number, position: number, node: Uint8Array) => void,
): Promise<void> {
  let [node, at] = [leaf, position];
  let level = 0;
  for (; at % 2 === 1; level += 1) {
    node = await hashNode(waiting.get(level)!, node, hashBytes);
    at = (at - 1) / 2;
    made(level + 1, at, node);
  }
  waiting.set(level, node);
}

/** Upper limit for the number of levels: each level doubles the number of leaves. */
const highest = 60;

/**
 * Compares the stored nodes that the leaves of one page complete with the computed ones, level by level in
 * primary key order.
 */
async function compareNodes(
  db: Kysely<Schema>,
  { from, to }: { from: number; to: number },
  made: ReadonlyMap<string, string>,
  found: (sentence: string) => void,
): Promise<void> {
  const { rows } = await sql<{ level: number; position: number; hash: string }>`
    SELECT node.level, node.position, node.hash
      FROM generate_series(0, ${highest}::integer) AS one(level)
      JOIN log_nodes AS node ON node.level = one.level
       AND node.position >= ${from}::bigint >> one.level AND node.position < ${to}::bigint >> one.level`.execute(
    db,
  );
  const wrong = rows.find(({ level, position, hash }) => made.get(`${level} ${position}`) !== hash);
  if (wrong) found(`Node ${wrong.position} of level ${wrong.level} of the log does not match its leaves.`);
  if (!wrong && rows.length !== made.size)
    found(`Nodes over the leaves before ${to} of the log are missing.`);
}

/**
 * Compares events and leaves in SQL, since there may be millions. A row that exists on one side only was
 * inserted or deleted.
 */
async function checkEvents(db: Kysely<Schema>, found: (sentence: string) => void): Promise<void> {
  const { rows: outside } = await sql<{ document_id: string; seq: number }>`
    SELECT e.document_id, e.seq FROM events e
     WHERE NOT EXISTS (SELECT 1 FROM log_leaves l WHERE l.hash = e.hash)
       AND NOT EXISTS (SELECT 1 FROM log_waiting w WHERE w.hash = e.hash)
     ORDER BY e.document_id, e.seq LIMIT 100`.execute(db);
  for (const { document_id: documentId, seq } of outside)
    found(`Event ${seq} of document ${documentId} is not in the log: it was changed or inserted.`);
  const { rows: without } = await sql<{ position: number }>`
    SELECT l.position FROM log_leaves l
     WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.hash = l.hash)
     ORDER BY l.position LIMIT 100`.execute(db);
  for (const { position } of without)
    found(`The event of leaf ${position} of the log is missing: it was changed or removed.`);
}
