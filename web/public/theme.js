// Runs before the first paint, so that the other theme never flashes. The content security policy forbids inline scripts.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be blocked; the system's theme is used then.
}
