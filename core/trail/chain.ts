import { canonicalJson } from './canonical.ts';
import type { TrailEvent } from './event.ts';

/**
 * Returns the SHA-256 of the text's UTF-8 bytes in lowercase hexadecimal. Passed in, because core contains no
 * cryptography.
 */
export type Sha256 = (text: string) => string;

/** `prev` of a document's first event. */
export const chainStart = '0'.repeat(64);

/** A stored event: its canonical text and its hash, which is `prev` of the next event. */
export type ChainedEvent = { body: string; hash: string };

/**
 * Returns the event with its hash, SHA-256(0x00 ‖ canonical JSON) (T-01), which is also a leaf of an RFC 6962
 * tree.
 */
export function chainEvent(event: TrailEvent, sha256: Sha256): ChainedEvent {
  const body = canonicalJson(event);
  return { body, hash: hashEvent(body, sha256) };
}

/**
 * Returns the salted commitment to a personal value. The salt can be erased, and the commitment then reveals
 * nothing (G-2). A salt has 32 hexadecimal digits. A salt of any other length could contain part of the value,
 * so the result is then an empty string, which is not a valid hash.
 */
export function commitTo(salt: string, value: string, sha256: Sha256): string {
  return /^[0-9a-f]{32}$/.test(salt) ? sha256(`${salt}:${value}`) : '';
}

export type ChainVerdict = { intact: true; head: string } | { intact: false; seq: number; problem: string };

/** Recomputes a document's whole chain in `seq` order and reports what was changed, removed or moved (T-04). */
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

/**
 * Parses the canonical body of an event. Returns undefined for invalid JSON, which this product never writes.
 */
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
