import { fromBase64, readCheckpoint, readLogKey } from '#core/log/checkpoint.ts';
import { isConsistentWith } from '#core/log/merkle.ts';
import { digest, isSigned } from './checks/check-log.ts';
import { isObject, textOf, type Json } from './evidence.ts';

/** Result of comparing an installation's log with an earlier checkpoint. */
export type LogVerdict =
  /** The log extends the checkpoint, so the events before it were not rewritten. */
  | 'goes-on'
  /** The log has the same name and key but does not extend the checkpoint. */
  | 'rewritten'
  /** The log extends the checkpoint but has a new key, for example after a backup was restored. */
  | 'other-log'
  /** The log has a different name or key and does not extend the checkpoint. */
  | 'unrelated'
  /** The response refers to a checkpoint of a different size. */
  | 'other-size'
  /** The newest checkpoint in the response was not signed by the key in the response. */
  | 'unsigned'
  | 'unreadable';

/**
 * Compares a checkpoint from a sealed file or completion email with the response of `/api/log/since/SIZE`. The
 * consistency proof decides. Rewriting an event before the checkpoint results in a different tree, whatever is
 * signed.
 */
export async function compareLog(checkpoint: string, answer: string): Promise<LogVerdict> {
  const older = readCheckpoint(checkpoint);
  const read = readAnswer(answer);
  const newer = read && readCheckpoint(read.checkpoint);
  const key = read && (await readLogKey(read.key, digest));
  if (!older || !read || !newer || !key) return 'unreadable';
  if (!(await isSigned(newer, key))) return 'unsigned';
  if (read.from !== older.size) return 'other-size';
  const proof = read.consistency.map(fromBase64);
  if (proof.length > 63 || !proof.every((hash) => hash?.length === 32)) return 'unreadable';
  const isSame = older.origin === newer.origin && (await isSigned(older, key));
  if (!(await isConsistentWith(older, newer, proof as Uint8Array[], digest)))
    return isSame ? 'rewritten' : 'unrelated';
  return isSame ? 'goes-on' : 'other-log';
}

type Answer = { key: string; checkpoint: string; from: number; consistency: string[] };

function readAnswer(text: string): Answer | undefined {
  const json = parsed(text);
  if (!isObject(json)) return undefined;
  const { key, checkpoint, from, consistency } = json;
  const isList = Array.isArray(consistency) && consistency.every((hash) => typeof hash === 'string');
  if (textOf(key) === undefined || textOf(checkpoint) === undefined || typeof from !== 'number' || !isList)
    return undefined;
  return { key, checkpoint, from, consistency } as Answer;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
