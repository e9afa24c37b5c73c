import { canonicalJson } from './canonical.ts';
import type { TrailEvent } from './event.ts';

/**
 * SHA-256 over the UTF-8 bytes of the text, in lower-case hexadecimal. Injected, because core contains no
 * crypto.
 */
export type Sha256 = (text: string) => string;

/** The previous hash of a document's first event. */
export const chainStart = '0'.repeat(64);

/** A stored event: its canonical text, and the hash that the next event contains as `prev`. */
export type ChainedEvent = { body: string; hash: string };

/** T-01: leaf = SHA-256(0x00 ‖ canonical JSON), so that the same hash is a leaf of an RFC 6962 tree. */
export function chainEvent(event: TrailEvent, sha256: Sha256): ChainedEvent {
  const body = canonicalJson(event);
  return { body, hash: hashEvent(body, sha256) };
}

/**
 * Returns the commitment to a personal value. Without the salt, which can be erased, it reveals nothing
 * (G-2). A salt is 32 hexadecimal digits. A salt of any other length could contain part of the value, so the
 * result is an empty string, which is not a valid hash.
 */
export function commitTo(salt: string, value: string, sha256: Sha256): string {
  return /^[0-9a-f]{32}$/.test(salt) ? sha256(`${salt}:${value}`) : '';
}

export type ChainVerdict = { intact: true; head: string } | { intact: false; seq: number; problem: string };

/**
 * Recomputes a document's whole chain in order of `seq` and reports what was changed, removed or moved
 * (T-04).
 */
export function verifyChain(
  documentId: string,
  events: readonly ChainedEvent[],
  sha256: Sha256,
): ChainVerdict {
  let head = chainStart;
  for (const [index, stored] of events.entries()) {
    const seq = index + 1;
    const problem = linkProblem(documentId, seq, head, stored, sha256);
    if (problem) return { intact: false, seq, problem };
    head = stored.hash;
  }
  return { intact: true, head };
}

function linkProblem(
  documentId: string,
  seq: number,
  head: string,
  stored: ChainedEvent,
  sha256: Sha256,
): string | undefined {
  if (hashEvent(stored.body, sha256) !== stored.hash) return 'The event does not match its hash.';
  const event = readCanonical(stored.body);
  if (!event) return 'The event is not in canonical form.';
  if (event.documentId !== documentId) return 'The event belongs to another document.';
  if (event.seq !== seq) return 'An event is missing or out of order.';
  if (event.prev !== head) return 'The event does not follow the one before it.';
  return undefined;
}

/** Returns the event in a canonical body. A body that is not valid JSON was not written by this product. */
function readCanonical(body: string): TrailEvent | undefined {
  try {
    const event = JSON.parse(body) as TrailEvent | null;
    return event !== null && canonicalJson(event) === body ? event : undefined;
  } catch {
    return undefined;
  }
}

function hashEvent(body: string, sha256: Sha256): string {
  return sha256(`\u0000${body}`);
}
