import type { Kysely } from 'kysely';
import { readTrustedKeys, writeTrustedKeys, type TrustedLogKey } from '#core/log/trusted-keys.ts';
import type { Schema } from '../db/schema.ts';
import type { LogSigner, LogSignerProblem } from '../ports/log-signer.ts';

/** The list of keys beside the key of the log cannot be read. The sentence is for the operator. */
export class DamagedLogKeys extends Error {
  constructor() {
    super('DATA_DIR holds a damaged list of the keys of its log (keys/log-keys): restore it from a backup.');
  }
}

/**
 * The keys that signed heads of this log, with the one of today. The list is kept beside the key and not in the database,
 * where the owner of the database could add one. The key of today is added to it before it signs anything. The operator may
 * add keys of an earlier installation, each on a separate line.
 *
 * @throws DamagedLogKeys
 */
export async function keepLogKeys(
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
 * The list of an installation that had none: those whose heads are in the database, and the key of today. A log that is
 * as old as the first seal counts from the beginning of time, so that no earlier time of a seal can be claimed.
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

/** Whether an event with this hash was recorded here, in the log or on its way into it. */
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
