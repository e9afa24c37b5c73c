import { scopes, type Scope } from './scope.ts';

/**
 * A webhook endpoint outlives the connection that created it. Only people, or a key they created, decide
 * where events are sent.
 */
const forApps = scopes.filter((scope) => scope !== 'webhooks');

/**
 * The maximum rights of an app: in the API, the same as a key except for webhooks; through the assistant
 * tools, what those tools need.
 */
export const resourceScopes = {
  api: forApps,
  mcp: ['documents:read', 'documents:write', 'templates:read', 'contacts:read'],
} as const satisfies Record<string, readonly Scope[]>;
export type AppResource = keyof typeof resourceScopes;

/** Returns the scopes of an OAuth scope string that the resource supports. */
export function scopesIn(text: string | undefined, resource: AppResource): Scope[] {
  const asked = new Set(text?.split(' '));
  return resourceScopes[resource].filter((scope) => asked.has(scope));
}
