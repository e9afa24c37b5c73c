import { useState, useSyncExternalStore } from 'react';
import { newSignal } from '../kit/signal.ts';

/** The page that most of the view shows. Beside the editor's state: scrolling draws nothing but who looks at it. */
export type ShownPage = {
  now: () => number;
  show: (page: number) => void;
  subscribe: (listener: () => void) => () => void;
};

export function useNewShownPage(): ShownPage {
  const [shown] = useState(newShownPage);
  return shown;
}

/** The page, and to be drawn again when it is another. */
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
