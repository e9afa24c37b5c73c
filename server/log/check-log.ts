import { sql, type Kysely } from 'kysely';
import { fromHex, toHex } from '#core/log/checkpoint.ts';
import { hashNode } from '#core/log/merkle.ts';
import type { Schema } from '../db/schema.ts';
import { isHeadOf } from './head.ts';
import { BrokenLog, hashBytes, headsOf } from './log-store.ts';

/** Leaves that are read at once. */
const page = 10_000;

/**
 * Looks through the whole log, in pieces: every inner node is made again from the leaves, every head has to be over
 * them, and every event that waits no longer has to be among them. Each finding is a sentence for the operator.
 */
export async function checkLog(
  db: Kysely<Schema>,
  found: (sentence: string) => void,
): Promise<{ leaves: number; heads: number }> {
  const leaves = await checkTree(db, found);
  const heads = await checkEachHead(db, found);
  await checkEvents(db, found);
  return { leaves, heads };
}

async function checkTree(db: Kysely<Schema>, found: (sentence: string) => void): Promise<number> {
  const waiting = new Map<number, Uint8Array>();
  let size = 0;
  for (;;) {
    const rows = await db
      .selectFrom('log_leaves')
      .select(['position', 'hash'])
      .where('position', '>=', size)
      .orderBy('position')
      .limit(page)
      .execute();
    if (rows.length === 0) return size;
    const made = new Map<string, string>();
    for (const { position, hash } of rows) {
      if (position !== size) {
        found(`Leaf ${size} of the log is missing.`);
        return size;
      }
      await grow(
        waiting,
        size,
        fromHex(hash),
        (level, at, node) => void made.set(`${level} ${at}`, toHex(node)),
      );
      size += 1;
    }
    await compareNodes(db, { from: size - rows.length, to: size }, made, found);
  }
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

/** The nodes that the leaves of one piece have completed. */
async function compareNodes(
  db: Kysely<Schema>,
  { from, to }: { from: number; to: number },
  made: ReadonlyMap<string, string>,
  found: (sentence: string) => void,
): Promise<void> {
  const { rows } = await sql<{ level: number; position: number; hash: string }>`
    SELECT level, position, hash FROM log_nodes
     WHERE (position + 1) * power(2, level)::bigint > ${from} AND (position + 1) * power(2, level)::bigint <= ${to}`.execute(
    db,
  );
  const wrong = rows.find(({ level, position, hash }) => made.get(`${level} ${position}`) !== hash);
  if (wrong)
    found(`Node ${wrong.position} of level ${wrong.level} of the log is not the one over its leaves.`);
  if (!wrong && rows.length !== made.size)
    found(`Nodes over the leaves before ${to} of the log are missing.`);
}

async function checkEachHead(db: Kysely<Schema>, found: (sentence: string) => void): Promise<number> {
  let [after, count] = [-1, 0];
  for (;;) {
    const heads = await headsOf(db).where('size', '>', after).orderBy('size').limit(500).execute();
    if (heads.length === 0) return count;
    for (const head of heads) {
      const holds = await isHeadOf(db, head).catch((error: unknown) => {
        if (error instanceof BrokenLog) return false;
        throw error;
      });
      if (!holds)
        found(
          `The head over ${head.size} events is not over the log as it stands, or not signed by its key.`,
        );
      after = head.size;
      count += 1;
    }
  }
}

/** By sets, since there may be millions: what stands only on one side was put in or taken away. */
async function checkEvents(db: Kysely<Schema>, found: (sentence: string) => void): Promise<void> {
  const { rows: outside } = await sql<{ document_id: string; seq: number }>`
    SELECT e.document_id, e.seq FROM events e
     WHERE NOT EXISTS (SELECT 1 FROM log_leaves l WHERE l.hash = e.hash)
       AND NOT EXISTS (SELECT 1 FROM log_waiting w WHERE w.hash = e.hash)
     ORDER BY e.document_id, e.seq LIMIT 100`.execute(db);
  for (const { document_id: documentId, seq } of outside)
    found(`Event ${seq} of document ${documentId} is not in the log: it was changed or put in.`);
  const { rows: without } = await sql<{ position: number }>`
    SELECT l.position FROM log_leaves l
     WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.hash = l.hash)
     ORDER BY l.position LIMIT 100`.execute(db);
  for (const { position } of without)
    found(`The event of leaf ${position} of the log is not there any more: it was changed or taken away.`);
}
