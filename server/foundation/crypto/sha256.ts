import { createHash } from 'node:crypto';

/** Returns the SHA-256 in lowercase hexadecimal. Strings are hashed as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
