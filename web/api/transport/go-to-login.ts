import { addressOf } from '#contract/address.ts';
import { signInPaths } from '#contract/paths.ts';
import type { PlanName } from '#core/plan/plans.ts';

/** Sign-up and sign-in are a full-page navigation to the identity provider (specification §1). */
export const loginAddress = addressOf(signInPaths.signIn);

/** The address of the sign-up form. A plan that was chosen before is passed on to the onboarding. */
export function signUpAddress(plan?: PlanName): string {
  const returnTo = plan && plan !== 'free' ? `/onboarding?step=2&plan=${plan}` : null;
  return addressOf(signInPaths.signIn, { query: { screen: 'create', returnTo } });
}

/** Signs in again, and then returns to the current page. */
export function signInAgain(): void {
  const { pathname, search, hash } = window.location;
  const returnTo = pathname + search + hash;
  window.location.assign(addressOf(signInPaths.signIn, { query: { returnTo } }));
}

export function signOut(): void {
  window.location.assign(addressOf(signInPaths.signOut));
}
