import { scopes, type Scope } from './scope.ts';

/** An endpoint outlives the connection that made it, so where news go is decided by people, or by a key of theirs. */
const forApps = scopes.filter((scope) => scope !== 'webhooks');

/** The most that an app may be let do: in the API, what a key may but for webhooks; by the tools of assistants, what these need. */
export const resourceScopes = {
  api: forApps,
  mcp: ['documents:read', 'documents:write', 'templates:read', 'contacts:read'],
} as const satisfies Record<string, readonly Scope[]>;
export type AppResource = keyof typeof resourceScopes;

/** The scopes of a text as OAuth writes them, as far as the resource has them. */
export function scopesIn(text: string | undefined, resource: AppResource): Scope[] {
  const asked = new Set(text?.split(' '));
  return resourceScopes[resource].filter((scope) => asked.has(scope));
}
