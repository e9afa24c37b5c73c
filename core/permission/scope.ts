import { refuse, type Refusal } from '../refusal.ts';
import type { Permission } from './permission.ts';

/**
 * Scopes of a key. Each one includes several permissions. A key never has more permissions than the member who
 * created it.
 */
export const scopes = [
  'documents:read',
  'documents:write',
  'documents:send',
  'documents:embed',
  'documents:delete',
  'templates:read',
  'templates:write',
  'contacts:read',
  'contacts:write',
  'account:read',
  'audit:read',
  'webhooks',
] as const;
export type Scope = (typeof scopes)[number];

/** Scope that a key needs for each permission; null if only a signed-in person can have it. */
const scopeOf: Readonly<Record<Permission, Scope | null>> = {
  'document.read': 'documents:read',
  'document.draft': 'documents:write',
  'document.send': 'documents:send',
  'document.manage': 'documents:send',
  // A program that embeds a page vouches for the person who uses it, so this needs more trust than sending.
  'document.embed': 'documents:embed',
  'document.delete': 'documents:delete',
  // Erasure cannot be undone, so it requires a signed-in person.
  'document.retain': null,
  'folder.read': 'documents:read',
  'folder.edit': 'documents:write',
  'folder.delete': 'documents:delete',
  'template.read': 'templates:read',
  // Using a template creates a draft.
  'template.use': 'documents:write',
  'template.edit': 'templates:write',
  'template.delete': 'templates:write',
  'contact.read': 'contacts:read',
  'contact.edit': 'contacts:write',
  'account.read': 'account:read',
  'account.pay': null,
  'account.audit': 'audit:read',
  'account.settings': null,
  'account.close': null,
  'account.export': null,
  'team.read': null,
  'team.manage': null,
  'team.own': null,
  'brand.read': 'account:read',
  'brand.edit': null,
  'key.manage': null,
  // Reading and editing share one scope, because reading an endpoint is only useful for managing it.
  'webhook.read': 'webhooks',
  'webhook.edit': 'webhooks',
};

export function scopeFor(permission: Permission): Scope | null {
  return scopeOf[permission];
}

/** Properties of a key that determine its permissions. */
export type KeyRights = { mode: KeyMode; scopes: readonly Scope[] };
/** A test key can only create and access documents that are clearly marked as tests. */
export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

/** Requirements of an API route: the scope, and whether a test key can call it. */
export type KeyRule = { scope: Scope | 'any'; test: boolean };

/**
 * Returns why a key may not call a route, or undefined. The role of the member who created the key is checked
 * separately. A route without a rule refuses every key.
 */
export function mustBeInScope(key: KeyRights, rule: KeyRule | undefined): Refusal | undefined {
  if (!rule) {
    return refuse('key-not-allowed', 'API keys can’t do this. Sign in and do it in the app.');
  }
  const { scope, test } = rule;
  if (scope !== 'any' && !key.scopes.includes(scope)) {
    return refuse(
      'insufficient-scope',
      `This API key does not have the scope ${scope}. Create one that has it in the settings under API.`,
      { scope },
    );
  }
  if (key.mode === 'test' && !test) {
    return refuse(
      'live-key-required',
      'A test key can only create test documents and read templates. Use a live key.',
    );
  }
  return undefined;
}
