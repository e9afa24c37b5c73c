import { useSyncExternalStore } from 'react';

/**
 * Returns true if the media query matches. Rendering both variants would make screen readers read them twice.
 */
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
