import { useCallback, useEffect, useRef, useState } from 'react';
import { shownPages } from './shown-pages.ts';
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
 * the signature if it has not come through by then: the server takes none from whom it showed nothing. Nor is it said
 * of a file with a page that could not be drawn, until whoever signs has downloaded it. `shown` is the hash of the page;
 * one on which a name has changed since is not taken for seen, and `onOutdated` is to read it anew.
 */
export function useOpened(
  api: SigningLinkApi,
  shown: string | null,
  onOutdated: () => Promise<unknown>,
): {
  onPainted: (page: number) => void;
  /** A page could not be drawn; 0 is the whole file. */
  onFailed: (page: number) => void;
  /** Answers false where a page was wanted and not shown. */
  ensure: () => Promise<boolean>;
  /** The server wants it to be seen anew, since a name on the pages has changed: the next `ensure` says so again. */
  again: () => void;
} {
  const state = useRef<'unseen' | 'telling' | 'told'>('unseen');
  const taken = useRef(false);
  const listening = useRef(false);
  const [pages] = useState(shownPages);
  const onPage = useRef(shown);
  useEffect(() => {
    onPage.current = shown;
  }, [shown]);
  useEffect(() => {
    const onClick = ({ isTrusted, target }: Event) => {
      // Before the act nothing but the document itself is downloaded here.
      if (isTrusted && target instanceof Element && target.closest('a[download]')) pages.downloaded();
    };
    window.addEventListener('click', onClick, true);
    return () => window.removeEventListener('click', onClick, true);
  }, [pages]);
  const onPainted = useCallback(
    (page: number) => {
      pages.painted(page);
      const tell = async () => {
        if (state.current !== 'unseen' || document.visibilityState !== 'visible') return;
        state.current = 'telling';
        const outcome = await api.opened(onPage.current);
        taken.current = outcome.ok;
        if (!outcome.ok && outcome.failure.code === 'document-not-shown') void onOutdated();
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
    },
    [api, pages, onOutdated],
  );
  const ensure = useCallback(async () => {
    if (!pages.areAll()) return false;
    if (!taken.current) taken.current = (await api.opened(onPage.current)).ok;
    return true;
  }, [api, pages]);
  const again = useCallback(() => {
    taken.current = false;
  }, []);
  return { onPainted, onFailed: pages.failed, ensure, again };
}
