import { useCallback, useRef } from 'react';
import type { SigningLinkApi } from './signing-link-api.ts';

/**
 * Events that only a person's hand causes. Not `scroll`: programs that take a picture of a page scroll through it, and what
 * makes a person's page scroll (wheel, finger, key, pointer) is among these.
 */
const acts = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'click'] as const;

/**
 * Tells the server once that a person has seen the first page: it is painted, the tab is in view, and somebody has
 * moved a pointer, touched the screen or pressed a key. Mail scanners open links in real browsers and paint pages
 * too, but they have no hands (S-13). A call that fails is made again with the next act, and `ensure` makes it before
 * the signature if it has not come through by then: the server takes none from whom it showed nothing.
 */
export function useOpened(api: SigningLinkApi): {
  onPainted: (page: number) => void;
  ensure: () => Promise<void>;
  /** The server wants it to be seen anew, since a name on the pages has changed: the next `ensure` says so again. */
  again: () => void;
} {
  const state = useRef<'unseen' | 'telling' | 'told'>('unseen');
  const taken = useRef(false);
  const listening = useRef(false);
  const onPainted = useCallback(() => {
    const tell = async () => {
      if (state.current !== 'unseen' || document.visibilityState !== 'visible') return;
      state.current = 'telling';
      const outcome = await api.opened();
      taken.current = outcome.ok;
      state.current = outcome.ok || !outcome.failure.offline ? 'told' : 'unseen';
      if (state.current === 'told') for (const act of acts) window.removeEventListener(act, onAct, true);
    };
    const onAct = (event: Event) => {
      // An event that a script makes up is nobody's act.
      if (event.isTrusted) void tell();
    };
    if (listening.current || state.current !== 'unseen') return;
    listening.current = true;
    for (const act of acts) window.addEventListener(act, onAct, { capture: true, passive: true });
  }, [api]);
  const ensure = useCallback(async () => {
    if (!taken.current) taken.current = (await api.opened()).ok;
  }, [api]);
  const again = useCallback(() => {
    taken.current = false;
  }, []);
  return { onPainted, ensure, again };
}
