import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSame } from '../../foundation/crypto/is-same.ts';
import { deriveSecret } from '../../foundation/crypto/secret-key.ts';

/**
 * Data stored in the browser when a sign-in starts, and compared when the person returns from the provider
 * (S-01).
 */
const transaction = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** Our origin at which the person started to sign in. */
  origin: z.string(),
  /** The account whose own provider is used. */
  signOn: z.string().optional(),
  /** When the sign-in expires (ms UTC). */
  expiresAt: z.number(),
});
export type SignInTransaction = z.infer<typeof transaction>;

/** Seconds to complete a sign-in: ten minutes. */
export const transactionLife = 600;

/** Returns a cookie value that only this installation can create. */
export function writeTransaction(secretKey: Buffer, value: SignInTransaction): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${authenticate(secretKey, text)}`;
}

/** Returns undefined if the cookie was not created here, was altered, or has expired. */
export function readTransaction(
  secretKey: Buffer,
  cookie: string | undefined,
  now: number,
): SignInTransaction | undefined {
  const [text = '', mac = ''] = cookie?.split('.') ?? [];
  if (!isSame(mac, authenticate(secretKey, text))) return undefined;
  const value = transaction.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return value.expiresAt > now ? value : undefined;
}

function authenticate(secretKey: Buffer, text: string): string {
  const key = deriveSecret(secretKey, 'sign-in transaction');
  return createHmac('sha256', key).update(text).digest('base64url');
}
