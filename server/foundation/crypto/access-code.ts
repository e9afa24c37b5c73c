import { hash, verify } from '@node-rs/argon2';
import { checkAccessCode, plainCode } from '#core/ceremony/gate.ts';
import type { Refusal } from '#core/refusal.ts';

/**
 * OWASP's parameters for Argon2id, as for passwords, because an access code is short enough to say on the
 * phone.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Only the hash is stored. */
export async function hashAccessCode(code: string): Promise<string | Refusal> {
  return checkAccessCode(code) ?? hash(plainCode(code), cost);
}

export function isAccessCode(stored: string, code: string): Promise<boolean> {
  return verify(stored, plainCode(code));
}
