import { useSyncExternalStore } from 'react';
import { newSignal } from '../kit/signal.ts';

export type Theme = 'light' | 'dark';

/** Returns the current theme: the choice stored in this browser, or else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system().matches ? 'dark' : 'light';
}

/** Like `currentTheme`, for components that have to react to changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(follow, currentTheme);
}

/** 'system' removes the choice. public/theme.js reads the same key before the first paint. */
export function chooseTheme(theme: Theme | 'system'): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  chosen.tell();
}

const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
const chosen = newSignal();

function follow(changed: () => void): () => void {
  const media = system();
  const unfollow = chosen.subscribe(changed);
  media.addEventListener('change', changed);
  return () => {
    unfollow();
    media.removeEventListener('change', changed);
  };
}
