/**
 * The letters after 'g' and their targets. They are initials of the English words, like the other shortcuts.
 */
export const goKeys = {
  h: '/',
  d: '/documents',
  t: '/templates',
  c: '/contacts',
  a: '/audit',
  u: '/user-management',
  b: '/billing',
  s: '/settings',
} as const;

export type GoKey = keyof typeof goKeys;

/** Milliseconds within which the second letter must follow. */
const patience = 1500;

/** Consumes keys one by one and returns the target once two of them form a shortcut. */
export function openGoKeys(now: () => number): (key: string) => string | null {
  let since = -Infinity;
  return (key) => {
    const waited = now() - since <= patience;
    since = key === 'g' && !waited ? now() : -Infinity;
    return waited && Object.hasOwn(goKeys, key) ? goKeys[key as GoKey] : null;
  };
}
