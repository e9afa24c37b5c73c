import { hash, verify } from '@node-rs/argon2';
import { checkAccessCode, plainCode } from '#core/ceremony/gate.ts';
import type { Refusal } from '#core/refusal.ts';

/**
 * OWASP's Argon2id parameters for passwords. An access code needs a slow hash too, because it is short enough
 * to say on the phone.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns the hash of an access code. The code itself is never stored. */
export async function hashAccessCode(code: string): Promise<string | Refusal> {
  return checkAccessCode(code) ?? hash(plainCode(code), cost);
}

export function isAccessCode(stored: string, code: string): Promise<boolean> {
  return verify(stored, plainCode(code));
}
