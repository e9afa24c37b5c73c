import { fromBase64, readCheckpoint, readLogKey } from '#core/log/checkpoint.ts';
import { goesOn } from '#core/log/merkle.ts';
import { digest, isSigned } from './check-log.ts';
import { isObject, textOf, type Json } from './evidence.ts';

/** How the log of an installation stands to a head that somebody holds. */
export type LogVerdict =
  /** It begins with what that head is over: nothing of it was rewritten. */
  | 'goes-on'
  /** It does not, or cannot be shown to. */
  | 'rewritten'
  /** Another key signs there now, so it may be another log, or the same after a backup was put back. */
  | 'other-log'
  | 'unreadable';

/**
 * Compares a head, out of a sealed file or a completion mail, with the answer of `/api/log/since/SIZE`. What decides is the
 * proof: whoever rewrote an event that the head is over has another tree, whatever they sign.
 */
export async function compareLog(checkpoint: string, answer: string): Promise<LogVerdict> {
  const older = readCheckpoint(checkpoint);
  const read = readAnswer(answer);
  const newer = read && readCheckpoint(read.checkpoint);
  const key = read && (await readLogKey(read.key, digest));
  if (!older || !read || !newer || !key || read.from !== older.size) return 'unreadable';
  if (!(await isSigned(newer, key))) return 'unreadable';
  const proof = read.consistency.map(fromBase64);
  if (proof.length > 63 || !proof.every((hash) => hash?.length === 32)) return 'unreadable';
  if (!(await goesOn(older, newer, proof as Uint8Array[], digest))) return 'rewritten';
  return older.origin === newer.origin && (await isSigned(older, key)) ? 'goes-on' : 'other-log';
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
