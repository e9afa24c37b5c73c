/** Sign-up and sign-in are one full-page navigation to the identity provider (specification §1). */
export function goToLogin(): void {
  window.location.assign('/api/login');
}
