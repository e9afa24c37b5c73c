export type Theme = 'light' | 'dark';

/** Returns the current theme: the choice stored in this browser, or else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
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
    // If storage is unavailable, the choice lasts until the page is closed.
  }
}

/** Switches between light and dark, and returns the new theme. */
export function toggleTheme(): Theme {
  const other = currentTheme() === 'dark' ? 'light' : 'dark';
  chooseTheme(other);
  return other;
}
