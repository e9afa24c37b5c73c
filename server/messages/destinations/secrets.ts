import { createHmac, randomBytes } from 'node:crypto';
import { openSecret, sealSecret } from '../../foundation/crypto/sealed-secret.ts';
import type { DestinationKey } from './destination-store.ts';

/** Prefix of signing secrets (Standard Webhooks 1.0.0), which secret scanners recognize. */
const prefix = 'whsec_';

export const createSigningSecret = (): string => prefix + randomBytes(32).toString('base64');

/** Encrypts a secret for the database and binds it to its destination (S-38). */
export const sealDestinationSecret = (key: Buffer, owner: DestinationKey, secret: string): string =>
  sealSecret(key, nameOf(owner), Buffer.from(secret));

/**
 * Returns undefined if the secret was encrypted with another key, as after a restore with another SECRET_KEY.
 */
export function openDestinationSecret(
  key: Buffer,
  owner: DestinationKey,
  sealed: string,
): string | undefined {
  try {
    return openSecret(key, nameOf(owner), sealed).toString('utf8');
  } catch {
    return undefined;
  }
}

/**
 * Returns the headers with which a receiver verifies where a file comes from (Standard Webhooks 1.0.0). `now`
 * is in ms UTC.
 */
export function signedFileHeaders(
  secret: string,
  id: string,
  bytes: Buffer,
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(bytes)
    .digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

const nameOf = ({ accountId, id }: DestinationKey): string => `destination ${accountId} ${id}`;
