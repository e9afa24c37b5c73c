import { scopes, type Scope } from './scope.ts';

/** The most that an app may be let do: in the API, all that a key may; by the tools of assistants, what these need. */
export const resourceScopes = {
  api: scopes,
  mcp: ['documents:read', 'documents:write', 'templates:read', 'contacts:read'],
} as const satisfies Record<string, readonly Scope[]>;
export type AppResource = keyof typeof resourceScopes;

/** The scopes of a text as OAuth writes them, as far as the resource has them. */
export function scopesIn(text: string | undefined, resource: AppResource): Scope[] {
  const asked = new Set(text?.split(' '));
  return resourceScopes[resource].filter((scope) => asked.has(scope));
}
