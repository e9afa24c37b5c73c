import { useState, useSyncExternalStore } from 'react';
import { newSignal } from '../../kit/signal.ts';

/**
 * The page that fills most of the view. Kept outside the editor's state, so that scrolling renders only its
 * subscribers.
 */
export type ShownPage = {
  now: () => number;
  show: (page: number) => void;
  subscribe: (listener: () => void) => () => void;
};

export function useNewShownPage(): ShownPage {
  const [shown] = useState(newShownPage);
  return shown;
}

/** Returns the current page and renders again when it changes. */
export function useShownPage({ now, subscribe }: ShownPage): number {
  return useSyncExternalStore(subscribe, now);
}

function newShownPage(): ShownPage {
  let page = 1;
  const { subscribe, tell } = newSignal();
  return {
    now: () => page,
    show(next) {
      if (next === page) return;
      page = next;
      tell();
    },
    subscribe,
  };
}
