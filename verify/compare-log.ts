import { fromBase64, readCheckpoint, readLogKey } from '#core/log/checkpoint.ts';
import { goesOn } from '#core/log/merkle.ts';
import { digest, isSigned } from './check-log.ts';
import { isObject, textOf, type Json } from './evidence.ts';

/** The log of an installation compared with a head of before. */
export type LogVerdict =
  /** It begins with what that head is over: nothing of it was rewritten. */
  | 'goes-on'
  /** It is the same log by its name and key, and it does not begin with that. */
  | 'rewritten'
  /** It begins with that, and another key signs it now, such as after a backup was put back. */
  | 'other-log'
  /** It has another name or key, and it does not begin with that. */
  | 'unrelated'
  /** The answer compares with a head over another number of events. */
  | 'other-size'
  /** The newest head in the answer was not signed by the key in the answer. */
  | 'unsigned'
  | 'unreadable';

/**
 * Compares a head, out of a sealed file or a completion mail, with the answer of `/api/log/since/SIZE`. The proof decides:
 * whoever rewrote an event that the head is over has another tree, whatever they sign.
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
  if (!(await goesOn(older, newer, proof as Uint8Array[], digest))) return isSame ? 'rewritten' : 'unrelated';
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
