import { useCallback, useEffect, useRef, useState } from 'react';
import type { SigningLinkApi } from './signing-link-api.ts';

/**
 * Events that only a person's input causes. `scroll` is not one of them, because screenshot programs scroll
 * pages too, and the inputs that make a person's page scroll (wheel, finger, key, pointer) are listed.
 */
const acts = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'click'] as const;

/**
 * Reports to the server once that a person has seen the first page: it is painted, the tab is visible, and
 * there was pointer, touch or key input. Mail scanners open links in real browsers and paint pages too, but
 * cause no input (S-13). A failed request is repeated with the next input. `ensure` sends it before the
 * signature if necessary, because the server accepts no signature for a document it did not show. It is not
 * sent for a file with a page that could not be drawn, until the signer has downloaded it. `shown` is the
 * hash of the page. If a name has changed since, the page does not count as seen, and `onOutdated` reads it
 * again.
 */
export function useOpened(
  api: SigningLinkApi,
  shown: string | null,
  onOutdated: () => Promise<unknown>,
): {
  onPainted: (page: number) => void;
  /** Called if a page could not be drawn. Page 0 means the whole file. */
  onFailed: (page: number) => void;
  /** Resolves to false if a page that had to be shown could not be shown. */
  ensure: () => Promise<boolean>;
  /**
   * Called if the server requires the page to be shown again because a name on it has changed. The next
   * `ensure` reports it again.
   */
  again: () => void;
} {
  const state = useRef<'unseen' | 'reporting' | 'reported'>('unseen');
  const recorded = useRef(false);
  const listening = useRef(false);
  const [pages] = useState(shownPages);
  const onPage = useRef(shown);
  useEffect(() => {
    onPage.current = shown;
  }, [shown]);
  useEffect(() => {
    const onClick = ({ isTrusted, target }: Event) => {
      // Before signing, the document itself is the only download on this page.
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
        state.current = 'reporting';
        const outcome = await api.opened(onPage.current);
        recorded.current = outcome.ok;
        if (!outcome.ok && outcome.failure.code === 'document-not-opened') void onOutdated();
        state.current = outcome.ok || !outcome.failure.offline ? 'reported' : 'unseen';
        if (state.current === 'reported')
          for (const act of acts) window.removeEventListener(act, onAct, true);
      };
      const onAct = (event: Event) => {
        // An event that a script created is not a person's input.
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
    if (!recorded.current) recorded.current = (await api.opened(onPage.current)).ok;
    return true;
  }, [api, pages]);
  const again = useCallback(() => {
    recorded.current = false;
  }, []);
  return { onPainted, onFailed: pages.failed, ensure, again };
}

/**
 * Tracks whether everything the person wanted to see was shown. A page (or, as page 0, the whole file) that
 * could not be drawn counts as not shown until it is drawn or the file is downloaded.
 */
export function shownPages() {
  const drawn = new Set<number>();
  const failed = new Set<number>();
  let downloaded = false;
  return {
    painted(page: number): void {
      drawn.add(page);
      failed.delete(page);
      failed.delete(0);
    },
    failed(page: number): void {
      // A page that was drawn before still counts as seen.
      if (!drawn.has(page)) failed.add(page);
    },
    downloaded(): void {
      downloaded = true;
    },
    areAll: (): boolean => downloaded || failed.size === 0,
  };
}
