import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Returns true if the secrets are equal. It compares digests, so the duration reveals neither content nor
 * length.
 */
export function isSame(given: string, right: string): boolean {
  return timingSafeEqual(digest(given), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
