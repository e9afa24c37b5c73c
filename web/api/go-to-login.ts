import type { PlanName } from '#core/plan/plans.ts';

/**
 * Sign-up and sign-in are one full-page navigation to the identity provider (specification §1). This one leads to the
 * form for an account; with a plan that was chosen before, which the wizard then goes on with.
 */
export function goToSignUp(plan?: PlanName): void {
  const wish =
    plan && plan !== 'free' ? `&returnTo=${encodeURIComponent(`/onboarding?step=2&plan=${plan}`)}` : '';
  window.location.assign(`/api/login?screen=create${wish}`);
}

/** Signing in, and back to this very page afterwards. */
export function signInAgain(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(`/api/login?returnTo=${encodeURIComponent(pathname + search + hash)}`);
}
