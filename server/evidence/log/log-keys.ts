import type { Kysely } from 'kysely';
import { readTrustedKeys, writeTrustedKeys, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { LogSigner, LogSignerProblem } from '../../ports/log-signer.ts';

/** The list of log keys stored next to the key is unreadable. The message is for the operator. */
export class DamagedLogKeys extends Error {
  constructor() {
    super('The list of log keys in DATA_DIR (keys/log-keys) is damaged. Restore it from a backup.');
  }
}

/**
 * Returns the keys that have signed or may sign heads of this log. The list is stored next to the key,
 * because a database owner could add a key to the database. A new current key is added before it signs
 * anything. Operators may add keys of an earlier installation, one per line.
 * @throws DamagedLogKeys
 */
export async function saveLogKeys(
  db: Kysely<Schema>,
  signer: LogSigner | LogSignerProblem,
  now: number,
): Promise<readonly TrustedLogKey[]> {
  const text = await signer.keptKeys?.();
  const kept = text === undefined ? undefined : readTrustedKeys(text);
  if (text !== undefined && kept === undefined) throw new DamagedLogKeys();
  if ('problem' in signer) return kept ?? [];
  if (kept?.some(({ key }) => key === signer.text)) return kept;
  const keys = kept ? [...kept, { key: signer.text, since: now }] : await firstKeys(db, signer.text, now);
  await signer.keepKeys(writeTrustedKeys(keys));
  return keys;
}

/**
 * Returns the first list of an installation: the keys of the heads in the database, and the current key. If
 * no document was sealed before the first head, the first key is valid from the beginning of time, so that no
 * seal can claim to predate it.
 */
async function firstKeys(db: Kysely<Schema>, own: string, now: number): Promise<TrustedLogKey[]> {
  const used = await db
    .selectFrom('log_heads')
    .select((head) => ['key', head.fn.min('signed_at').as('since')])
    .groupBy('key')
    .orderBy('since')
    .execute();
  const keys = used.map(({ key, since }) => ({ key, since: new Date(since).getTime() }));
  if (!keys.some(({ key }) => key === own)) keys.push({ key: own, since: now });
  const [first, ...later] = keys;
  const sealedBefore = await db
    .selectFrom('documents')
    .select('id')
    .where('completed_at', '<', new Date(first!.since))
    .limit(1)
    .executeTakeFirst();
  return sealedBefore ? keys : [{ ...first!, since: 0 }, ...later];
}

/** Returns true if this hash belongs to an event recorded here, in the log or in its queue. */
export async function isRecorded(db: Kysely<Schema>, hash: string): Promise<boolean> {
  const tables = ['log_leaves', 'log_waiting'] as const;
  for (const table of tables) {
    const row = await db
      .selectFrom<'log_leaves' | 'log_waiting'>(table)
      .select('hash')
      .where('hash', '=', hash)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
