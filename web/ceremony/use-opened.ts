import { useCallback, useRef } from 'react';
import type { SigningLinkApi } from './signing-link-api.ts';

/**
 * Tells the server once that a person has seen the first page: it is painted, and the tab is in view (S-13).
 * A call that fails is made again with the next page that is painted or the next time the tab is looked at.
 */
export function useOpened(api: SigningLinkApi): (page: number) => void {
  const state = useRef<'unseen' | 'telling' | 'told'>('unseen');
  return useCallback(() => {
    const tell = async () => {
      if (state.current !== 'unseen') return;
      if (document.visibilityState !== 'visible') {
        document.addEventListener('visibilitychange', () => void tell(), { once: true });
        return;
      }
      state.current = 'telling';
      const outcome = await api.opened();
      state.current = outcome.ok || !outcome.failure.offline ? 'told' : 'unseen';
    };
    void tell();
  }, [api]);
}
