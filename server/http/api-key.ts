import type { AppResource } from '#core/permission/app-scopes.ts';
import type { KeyMode } from '#core/permission/scope.ts';
import type { Refusal } from '#core/refusal.ts';
import type { SessionUser, UsedKey } from './session.ts';

/** The member who made a key, as they are now, and the key. */
export type KeyUser = Omit<SessionUser, 'session' | 'factorMissing' | 'signOn'> & {
  key: UsedKey;
};

/** Who acts by the token of an app that was made for this resource; undefined when it is none, or no longer. */
export type FindApp = (token: string, resource: AppResource, ip: string) => Promise<KeyUser | undefined>;

/** Who acts by the editor that is open in a frame; undefined when it is none, or no longer, or why nobody does now. */
export type FindFrame = (token: string) => Promise<KeyUser | Refusal | undefined>;

export interface Keys {
  /**
   * Who acts by this key; undefined when it is none, or no longer, or why nobody does now. Being used is written down,
   * with the address.
   */
  find(secret: string, ip: string, resource: AppResource): Promise<KeyUser | Refusal | undefined>;
  /** Whether a document of the account is one that keys of this mode may touch. */
  reaches(accountId: string, documentId: string, mode: KeyMode): Promise<boolean>;
}

/** The beginning of what the editor in a frame acts by, so that it is never taken for a key. */
export const frameTokenBegins = 'csf_';
export const isFrameToken = (secret: string): boolean => secret.startsWith(frameTokenBegins);

/** The secret in an Authorization header of the Bearer scheme (RFC 6750); undefined without one. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const [, secret] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return secret;
}
