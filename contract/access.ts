import type { Permission } from '#core/permission/permission.ts';
import { mustBeInScope, scopeFor, type KeyRights, type KeyRule } from '#core/permission/scope.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { pathOf } from './route-address.ts';
import type { MemberRoute, Route } from './route.ts';

/** Returns true if a route with this permission does not change shared data. */
export function onlyReads(permission: Permission | 'own'): boolean {
  return permission === 'own' || permission.endsWith('.read');
}

/** Returns what a key needs to call a route, or undefined if no key can call it. */
export function keyRuleOf({ permission, apiKey }: Route): KeyRule | undefined {
  const scope = permission && scopeOf(permission);
  return apiKey && scope ? { scope, test: apiKey === 'any' } : undefined;
}

/**
 * Returns why the editor in a frame may not perform an action. The member's role and the key's scopes are
 * checked separately.
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

/** The member's own settings require no permission, so they require no scope. */
function scopeOf(permission: Permission | 'own'): KeyRule['scope'] | null {
  return permission === 'own' ? 'any' : scopeFor(permission);
}

const notHere = refuse(
  'key-not-allowed',
  'This frame was opened for one draft, and this is more than the application asked for.',
);
const noSuchDocument = refuse('not-found', 'Document not found or access denied');
