import { scopes, type Scope } from './scope.ts';

/**
 * A webhook endpoint outlives the connection that created it. Therefore apps cannot manage webhooks, and only
 * people and their API keys decide where events are sent.
 */
const forApps = scopes.filter((scope) => scope !== 'webhooks');

/**
 * Maximum permissions of an app. In the API, they are those of a key without webhooks. For the assistant tools,
 * they are what the tools need.
 */
export const resourceScopes = {
  api: forApps,
  mcp: ['documents:read', 'documents:write', 'templates:read', 'contacts:read'],
} as const satisfies Record<string, readonly Scope[]>;
export type AppResource = keyof typeof resourceScopes;

/** Returns the scopes in an OAuth scope string that the resource supports. */
export function scopesIn(text: string | undefined, resource: AppResource): Scope[] {
  const requested = new Set(text?.split(' '));
  return resourceScopes[resource].filter((scope) => requested.has(scope));
}
