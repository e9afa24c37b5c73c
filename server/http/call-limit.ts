import type { FastifyReply } from 'fastify';
import { refuse, type Refusal } from '#core/refusal.ts';

/** How often a key may call: far more than a program of a user needs, and less than others would feel (S-14). */
export const callLimit = { most: 600, withinSeconds: 60 };
/** More keys than this at once are a flood: the oldest windows are forgotten, so that memory stays bounded. */
const mostKeys = 100_000;

/** Counts a call of a key; why it is one too many. */
export type CountCall = (reply: FastifyReply, keyId: string) => Refusal | undefined;

/**
 * Counts the calls of each key, and says in each answer how many are left (draft-ietf-httpapi-ratelimit-headers). Each
 * process counts its own, which makes the limit softer with several of them, and never harder.
 */
export function callCounter(now: () => number): CountCall {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return (reply, keyId) => {
    const at = now();
    const kept = windows.get(keyId);
    const window =
      kept && kept.endsAt > at ? kept : { count: 0, endsAt: at + callLimit.withinSeconds * 1000 };
    window.count += 1;
    if (window !== kept) windows.delete(keyId);
    windows.set(keyId, window);
    const oldest = windows.size > mostKeys ? windows.keys().next().value : undefined;
    if (oldest !== undefined) windows.delete(oldest);
    const left = Math.max(0, callLimit.most - window.count);
    const seconds = Math.max(1, Math.ceil((window.endsAt - at) / 1000));
    reply.header('ratelimit-policy', `"key";q=${callLimit.most};w=${callLimit.withinSeconds}`);
    reply.header('ratelimit', `"key";r=${left};t=${seconds}`);
    if (window.count <= callLimit.most) return undefined;
    const detail = `This API key has made ${callLimit.most} calls within a minute. Wait ${seconds} seconds and go on.`;
    return { ...refuse('too-many-requests', detail), retryAfter: seconds };
  };
}
