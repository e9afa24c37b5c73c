import { readCheckpoint } from '#core/log/checkpoint.ts';
import { isSame, rootOf, type ReadNode } from '#core/log/merkle.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { isValidHead } from './head.ts';
import { BrokenLog, hashBytes, type StoredHead } from './log-store.ts';

/** Checks that the tree matches the last signed head, and extends the head stored with the key. */
export async function checkHeads(
  tx: Tx,
  { last, kept }: { last: StoredHead | undefined; kept: string | undefined },
  read: ReadNode,
): Promise<void> {
  const rows = await tx
    .selectFrom('log_leaves')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const leaves = rows === undefined ? 0 : rows.position + 1;
  if (leaves !== (last?.size ?? 0))
    throw new BrokenLog('The leaves of the log differ from those that its newest head covers.');
  if (last && !(await isValidHead(last, await rootOf(last.size, read, hashBytes))))
    throw new BrokenLog('The log differs from the one that its newest head covers.');
  const own = kept === undefined ? undefined : readCheckpoint(kept);
  if (kept !== undefined && !own) throw new BrokenLog('DATA_DIR/keys/log-head is damaged.');
  if (!own) return;
  if (own.size > leaves)
    throw new BrokenLog(
      'The database is older than the newest head in DATA_DIR/keys/log-head. Was a backup restored? See docs/decisions/0041-transparency-log.md.',
    );
  const root = await rootOf(own.size, read, hashBytes);
  if (!isSame(root, own.root))
    throw new BrokenLog(
      'The log was rewritten: it does not continue from the newest head in DATA_DIR/keys/log-head.',
    );
}
