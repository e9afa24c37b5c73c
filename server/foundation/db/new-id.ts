import { randomBytes } from 'node:crypto';

/**
 * Returns a UUID version 7 (RFC 9562 §5.7): random, but ordered by `now` (ms UTC), so that new index entries
 * are close together.
 */
export function newId(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return idOfBytes(bytes);
}

/** Returns the 16 bytes of an id, as used in links. */
export function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function idOfBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * Returns true if the text is a valid id. Callers check this before a query, since PostgreSQL throws for
 * anything else.
 */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
