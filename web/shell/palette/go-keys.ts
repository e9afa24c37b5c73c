/** 'g', and then one of these: where each leads. Letters of the English words, as with the other keys. */
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

/** How long the second letter may take. Ms. */
const patience = 1500;

/** Takes keys one after the other and answers where to go, once two of them together say so. */
export function openGoKeys(now: () => number): (key: string) => string | null {
  let since = -Infinity;
  return (key) => {
    const waited = now() - since <= patience;
    since = key === 'g' && !waited ? now() : -Infinity;
    return waited && Object.hasOwn(goKeys, key) ? goKeys[key as GoKey] : null;
  };
}
