import { useSyncExternalStore } from 'react';

/** Whether the screen is so by now; what is drawn twice, once for each size, would be said twice as well. */
export function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
