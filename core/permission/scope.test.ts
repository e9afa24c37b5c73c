import { describe, expect, test } from 'vitest';
import { permissions } from './permission.ts';
import { mustBeInScope, scopeFor, scopes } from './scope.ts';

describe('API key scopes', () => {
  test('every permission belongs to exactly one scope', () => {
    const used = new Set(permissions.map(scopeFor).filter((scope) => scope !== null));
    expect([...used].toSorted()).toEqual([...scopes].toSorted());
  });

  test.each(scopes)('a key with only %s cannot use permissions of other scopes', (scope) => {
    const key = { mode: 'live' as const, scopes: [scope] };
    for (const other of scopes) {
      const refused = mustBeInScope(key, { scope: other, test: true });
      expect([other, refused?.refused]).toEqual([other, other === scope ? undefined : 'insufficient-scope']);
    }
  });

  test('permissions reserved for people are not available to any key', () => {
    expect(mustBeInScope({ mode: 'live', scopes }, undefined)?.refused).toBe('key-not-allowed');
  });

  test('a test key cannot access live data', () => {
    const rule = { scope: 'documents:send', test: false } as const;
    expect(mustBeInScope({ mode: 'test', scopes }, rule)?.refused).toBe('live-key-required');
    expect(mustBeInScope({ mode: 'live', scopes }, rule)).toBeUndefined();
    expect(mustBeInScope({ mode: 'test', scopes }, { ...rule, test: true })).toBeUndefined();
  });
});
