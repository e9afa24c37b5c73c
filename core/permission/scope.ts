import { refuse, type Refusal } from '../refusal.ts';
import type { Permission } from './permission.ts';

/** The scopes that a key can be given: each stands for some permissions, and no key is more than the member who made it. */
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

/** The scope in which a key may use each permission; null: only somebody who is signed in may. */
const scopeOf: Readonly<Record<Permission, Scope | null>> = {
  'document.read': 'documents:read',
  'document.draft': 'documents:write',
  'document.send': 'documents:send',
  'document.manage': 'documents:send',
  // Whoever shows a page in a frame says who sits before it, which is more than sending.
  'document.embed': 'documents:embed',
  'document.delete': 'documents:delete',
  // Nobody can take an erasure back, so it is done by somebody who is signed in.
  'document.retain': null,
  'folder.read': 'documents:read',
  'folder.edit': 'documents:write',
  'folder.delete': 'documents:delete',
  'template.read': 'templates:read',
  // It makes a draft.
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
  // One scope, since whoever reads an endpoint only wants to look after it.
  'webhook.read': 'webhooks',
  'webhook.edit': 'webhooks',
};

export function scopeFor(permission: Permission): Scope | null {
  return scopeOf[permission];
}

/** A key as far as it decides what may be done with it. */
export type KeyRights = { mode: KeyMode; scopes: readonly Scope[] };
/** A test key makes documents that cannot be taken for real ones, and touches nothing else. */
export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

/** The needs of a route of keys: the scope, and whether a test key may call it. */
export type KeyRule = { scope: Scope | 'any'; test: boolean };

/** Stands before every act of a key, beside the role of the member who made it. No rule: no key may. */
export function mustBeInScope(key: KeyRights, rule: KeyRule | undefined): Refusal | undefined {
  if (!rule) {
    return refuse(
      'key-not-for-this',
      'No API key can do this. Sign in and do it in the product, as a person.',
    );
  }
  const { scope, test } = rule;
  if (scope !== 'any' && !key.scopes.includes(scope)) {
    return refuse(
      'key-without-scope',
      `This API key does not have the scope ${scope}. Make one that has it, in the settings under API.`,
      { scope },
    );
  }
  if (key.mode === 'test' && !test) {
    return refuse(
      'key-is-test',
      'A test key makes test documents and reads templates; this is about something real. Use a live key.',
    );
  }
  return undefined;
}
