/** Sign-up and sign-in are one full-page navigation to the identity provider (specification §1). */
export function goToLogin(): void {
  window.location.assign('/api/login');
}

/** The same, and back to this very page afterwards. */
export function signInAgain(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(`/api/login?returnTo=${encodeURIComponent(pathname + search + hash)}`);
}
