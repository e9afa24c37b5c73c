import type { RefusalCode } from '#core/refusal.ts';
import { keyRuleOf, onlyReads } from './access.ts';
import { isInFolder } from './guarded.ts';
import { methodOf, paramNames } from './route-address.ts';
import type { Route } from './route.ts';

/**
 * Returns true if a repeated request with the same Idempotency-Key gets the first response and has no further
 * effect.
 */
export function isRepeatable({ idempotency = 'none' }: Route): boolean {
  return idempotency !== 'none';
}

/** Returns the refusals that can occur before the handler runs, derived from the route's row. */
export function impliedRefusals(route: Route): RefusalCode[] {
  const { at, caller, permission, body } = route;
  const codes: RefusalCode[] = ['request-malformed', 'too-many-requests'];
  // A parameter longer than any valid one cannot be part of a valid URL.
  if (paramNames(at).length > 0) codes.push('not-found');
  if (methodOf(at) !== 'GET') codes.push('cross-site-request');
  if (caller === 'member' || caller === 'confirmed') {
    codes.push('not-signed-in', 'member-removed', 'not-permitted', 'plan-without-team', 'account-closing');
    codes.push('account-suspended');
    codes.push('key-invalid', 'multiple-credentials');
    codes.push('key-not-allowed', 'plan-without-api', 'sign-on-required');
    if (!route.withoutSecondFactor) codes.push('two-factor-required');
    if (keyRuleOf(route)) codes.push('insufficient-scope', 'live-key-required');
    if (permission && !onlyReads(permission) && isInFolder(at)) codes.push('folder-view-only');
  }
  if (caller === 'program') {
    codes.push('not-signed-in', 'key-invalid', 'multiple-credentials', 'plan-without-api');
    codes.push('sign-on-required', 'account-suspended');
  }
  if (caller === 'directory')
    codes.push('not-signed-in', 'key-invalid', 'account-suspended', 'account-closing', 'plan-limit-team');
  if (caller === 'confirmed') codes.push('address-not-confirmed');
  if (caller === 'operator-member')
    codes.push('not-signed-in', 'not-found', 'two-factor-required', 'sign-on-required', 'account-suspended');
  if (caller === 'signer') codes.push('link-invalid', 'link-replaced', 'link-needs-sign-in');
  if (isRepeatable(route)) codes.push('idempotency-key-reused');
  if (route.idempotency === 'stored-response') codes.push('idempotency-key-running');
  if (body && 'kind' in body && body.kind === 'form') {
    codes.push('upload-missing', 'upload-too-large', 'upload-too-many-files');
  }
  return codes;
}
