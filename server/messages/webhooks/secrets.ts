import { createHmac, randomBytes } from 'node:crypto';
import { openSecret, sealSecret } from '../../foundation/crypto/sealed-secret.ts';

/** Prefix of endpoint secrets (Standard Webhooks 1.0.0), which secret scanners recognize. */
const prefix = 'whsec_';
const secretBytes = 32;

export type EndpointKey = { accountId: string; id: string };

export function createSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/**
 * Encrypts a secret for the database and binds it to its endpoint (S-38). A hash is not enough, because
 * signing needs the secret itself.
 */
export function sealWebhookSecret(key: Buffer, owner: EndpointKey, secret: string): string {
  return sealSecret(key, nameOf(owner), Buffer.from(secret.slice(prefix.length), 'base64'));
}

/**
 * Returns true if the secret was encrypted with this key, which is not the case after a restore with another
 * SECRET_KEY.
 */
export function opensWebhookSecret(key: Buffer, owner: EndpointKey, sealed: string): boolean {
  try {
    openSecret(key, nameOf(owner), sealed);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the three headers with which a receiver verifies an event's origin and time and detects replays
 * (S-34). `webhook-id` is the same for every attempt and replay. `now` is the time of this attempt (ms UTC).
 * During a change of the secret, both secrets sign.
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
