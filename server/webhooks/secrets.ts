import { createHmac, randomBytes } from 'node:crypto';
import { openSecret, sealSecret } from '../crypto/sealed-secret.ts';

/** How secrets of endpoints begin (Standard Webhooks 1.0.0): tools that look for lost secrets know them by it. */
const prefix = 'whsec_';
const secretBytes = 32;

export type EndpointKey = { accountId: string; id: string };

export function makeSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/** Encrypted for the database, and bound to its endpoint (S-38). We need it to sign with, so a hash would not do. */
export function sealWebhookSecret(key: Buffer, owner: EndpointKey, secret: string): string {
  return sealSecret(key, nameOf(owner), Buffer.from(secret.slice(prefix.length), 'base64'));
}

/** Whether it was sealed with this key: after a restore under another SECRET_KEY it was not. */
export function opensWebhookSecret(key: Buffer, owner: EndpointKey, sealed: string): boolean {
  try {
    openSecret(key, nameOf(owner), sealed);
    return true;
  } catch {
    return false;
  }
}

/**
 * The three headers by which a receiver knows that it is us, that it was just now, and that it has not had this one before
 * (S-34). `webhook-id` is the same at every try and replay; `now` is the time of this try, ms UTC. While a secret is
 * being changed both sign.
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
