/**
 * Returns the token of the signing link from the URL or, after it was removed from there, from the browser's
 * history entry. So reloading, going back, and several documents in different tabs find their own token
 * (S-12), and the secret is not written to any storage.
 */
export function linkHere(): string {
  const inAddress = decodeURIComponent(location.pathname.split('/')[2] ?? '');
  const kept = historyState()['link'];
  // The server treats 'none' as an invalid link and explains what to do.
  return inAddress || (typeof kept === 'string' ? kept : '') || 'none';
}

/**
 * Removes the token from the address bar, so that a copied, shared or observed URL does not contain the
 * secret (S-11). If the browser does not allow it, the page still works. The link in the email works in any
 * browser.
 */
export function clearAddress(link: string): void {
  if (link === 'none') return;
  try {
    history.replaceState({ ...historyState(), link }, '', '/sign/');
  } catch {
    // If the browser refuses, the URL remains unchanged.
  }
}

/** Returns the state of the current history entry. */
export function historyState(): Record<string, unknown> {
  const state: unknown = typeof history === 'undefined' ? null : history.state;
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
}
