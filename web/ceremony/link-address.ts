/**
 * The token of the signing link: from the address, or, after that was taken out of it, from what the browser keeps with
 * this very entry of the tab's history. So a reload, going back and two documents in two tabs or in one each find their
 * own (S-12), and the secret is written to no storage of ours.
 */
export function linkHere(): string {
  const inAddress = decodeURIComponent(location.pathname.split('/')[2] ?? '');
  const kept = stateHere()['link'];
  // 'none' is nobody's link: the server says what to do.
  return inAddress || (typeof kept === 'string' ? kept : '') || 'none';
}

/**
 * Takes the token out of the address bar, so that an address that is copied, shared or seen over a shoulder is not the
 * secret (S-11). Where the browser forbids it the page works as before. The link in the mail opens it anywhere.
 */
export function clearAddress(link: string): void {
  if (link === 'none') return;
  try {
    history.replaceState({ ...stateHere(), link }, '', '/sign/');
  } catch {
    // The address stays as it is.
  }
}

/** The state that the browser keeps with this entry of its history. */
export function stateHere(): Record<string, unknown> {
  const state: unknown = typeof history === 'undefined' ? null : history.state;
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
}
