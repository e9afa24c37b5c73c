import type { Permission } from '#core/permission/permission.ts';
import { mustBeInScope, scopeFor, type KeyRights, type KeyRule } from '#core/permission/scope.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { pathOf } from './route-address.ts';
import type { MemberRoute, Route } from './route.ts';

/** Returns true if a route with this permission changes no shared data. */
export function onlyReads(permission: Permission | 'own'): boolean {
  return permission === 'own' || permission.endsWith('.read');
}

/** Returns the key requirements of a route; undefined if no key can call it. */
export function keyRuleOf({ permission, apiKey }: Route): KeyRule | undefined {
  const scope = permission && scopeOf(permission);
  return apiKey && scope ? { scope, test: apiKey === 'any' } : undefined;
}

/**
 * Checked before every action of the editor in a frame, in addition to the member's role and the key's
 * scopes.
 */
export function mustBeInFrame(
  { frame, ...key }: KeyRights & { frame: { documentId: string; send: boolean } },
  route: MemberRoute,
  id: string | undefined,
): Refusal | undefined {
  if (!route.frame || (route.frame === 'sending' && !frame.send)) return notHere;
  const ofDocument = pathOf(route.at).startsWith('/api/documents/{id}');
  if (ofDocument && id !== frame.documentId) return noSuchDocument;
  const scope = scopeOf(route.permission);
  return scope === null ? notHere : mustBeInScope(key, { scope, test: true });
}

/** The member's own settings need no permission and therefore no scope. */
function scopeOf(permission: Permission | 'own'): KeyRule['scope'] | null {
  return permission === 'own' ? 'any' : scopeFor(permission);
}

const notHere = refuse(
  'key-not-allowed',
  'This frame was opened for one draft, and this is more than the application asked for.',
);
const noSuchDocument = refuse('not-found', 'Document not found or access denied');
