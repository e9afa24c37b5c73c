import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSame } from '../crypto/is-same.ts';
import { deriveSecret } from '../crypto/secret-key.ts';

/** Must be the same when the person comes back from the provider, kept by their browser until then (S-01). */
const transaction = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** The own origin that sign-in was started at. */
  origin: z.string(),
  /** The account at whose own provider they sign in. */
  signOn: z.string().optional(),
  /** ms UTC. */
  expiresAt: z.number(),
});
export type SignInTransaction = z.infer<typeof transaction>;

/** In seconds: ten minutes to sign in. */
export const transactionLife = 600;

/** Text for a cookie that only this installation can have written. */
export function writeTransaction(secretKey: Buffer, value: SignInTransaction): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${authenticate(secretKey, text)}`;
}

/** undefined when it is not ours, was altered, or has expired. */
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
