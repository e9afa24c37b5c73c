import { createHmac, randomBytes } from 'node:crypto';
import { openSecret, sealSecret } from '../../foundation/crypto/sealed-secret.ts';

/** Prefix of endpoint secrets (Standard Webhooks 1.0.0), by which secret scanners recognize them. */
const prefix = 'whsec_';
const secretBytes = 32;

export type EndpointKey = { accountId: string; id: string };

export function createSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/**
 * Encrypts a secret for the database, bound to its endpoint (S-38). Signing needs the secret itself, so a
 * hash is not enough.
 */
export function sealWebhookSecret(key: Buffer, owner: EndpointKey, secret: string): string {
  return sealSecret(key, nameOf(owner), Buffer.from(secret.slice(prefix.length), 'base64'));
}

/** Returns true if it was encrypted with this key: not after a restore under another SECRET_KEY. */
export function opensWebhookSecret(key: Buffer, owner: EndpointKey, sealed: string): boolean {
  try {
    openSecret(key, nameOf(owner), sealed);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the three headers that prove to a receiver the origin, the time, and that it is not a replay
 * (S-34). `webhook-id` is the same for every attempt and replay; `now` is the time of this attempt, ms UTC.
 * During a secret change both secrets sign.
 */
export function signedHeaders(
  key: Buffer,
  owner: EndpointKey,
  { sealed, id, body }: { sealed: readonly string[]; id: string; body: string },
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = sealed.map((text) => {
    const secret = openSecret(key, nameOf(owner), text);
    return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function nameOf({ accountId, id }: EndpointKey): string {
  return `webhook ${accountId} ${id}`;
}
