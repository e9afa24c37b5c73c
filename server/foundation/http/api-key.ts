import type { AppResource } from '#core/permission/app-scopes.ts';
import type { KeyMode } from '#core/permission/scope.ts';
import type { Refusal } from '#core/refusal.ts';
import type { SessionUser, UsedKey } from './session.ts';

/** The member who created a key, with their current permissions, and the key. */
export type KeyUser = Omit<SessionUser, 'session' | 'twoFactorMissing' | 'signOn'> & {
  key: UsedKey;
};

/**
 * Finds the user of an app's token that was issued for this resource. Undefined if the token is invalid or
 * expired.
 */
export type FindApp = (token: string, resource: AppResource, ip: string) => Promise<KeyUser | undefined>;

/**
 * Finds the user of an editor frame's token. Undefined if it is invalid or expired. A refusal says why it no
 * longer works.
 */
export type FindFrame = (token: string) => Promise<KeyUser | Refusal | undefined>;

export interface Keys {
  /**
   * Finds the user of this key and records the use with the IP address. Undefined if the key is invalid or
   * revoked. A refusal says why it cannot be used now.
   */
  find(secret: string, ip: string, resource: AppResource): Promise<KeyUser | Refusal | undefined>;
  /** Returns true if a key of this mode may access the document. */
  reaches(accountId: string, documentId: string, mode: KeyMode): Promise<boolean>;
}

/** Prefix that distinguishes editor frame tokens from API keys. */
export const frameTokenBegins = 'csf_';
export const isFrameToken = (secret: string): boolean => secret.startsWith(frameTokenBegins);

/** Returns the token of a Bearer Authorization header (RFC 6750); undefined without one. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const [, secret] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return secret;
}
