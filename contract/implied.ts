import type { RefusalCode } from '#core/refusal.ts';
import { isInFolder } from './guarded.ts';
import { keyRuleFor } from './keys.ts';
import { methodOf, paramNames } from './paths.ts';
import { onlyReads, permissionFor, withoutFactor } from './permissions.ts';
import type { Route } from './route.ts';

/**
 * Returns true if a repeated request with the same Idempotency-Key gets the first response and has no further
 * effect.
 */
export function isRepeatable({ name, at, keyed, repeatable }: Route): boolean {
  return keyed ?? repeatable ?? (methodOf(at) !== 'GET' && keyRuleFor(name) !== undefined);
}

/** Returns the refusals that can occur before the handler runs, derived from the row. */
export function impliedRefusals(route: Route): RefusalCode[] {
  const { at, who, keyed, body } = route;
  const codes: RefusalCode[] = ['request-malformed', 'too-many-requests'];
  // A parameter longer than any valid one cannot be an address.
  if (paramNames(at).length > 0) codes.push('not-found');
  if (methodOf(at) !== 'GET') codes.push('cross-site-request');
  if (who === 'member' || who === 'confirmed') {
    codes.push('not-signed-in', 'not-permitted', 'team-without-plan', 'account-closing');
    codes.push('account-suspended');
    codes.push('key-invalid', 'key-with-cookie');
    codes.push('key-not-for-this', 'plan-without-api', 'sign-on-required');
    if (!withoutFactor.has(route.name)) codes.push('two-factor-required');
    if (keyRuleFor(route.name)) codes.push('key-without-scope', 'key-is-test');
    const needs = permissionFor(route.name);
    if (needs && !onlyReads(needs) && isInFolder(at)) codes.push('folder-view-only');
  }
  if (who === 'program') {
    codes.push('not-signed-in', 'key-invalid', 'key-with-cookie', 'plan-without-api');
    codes.push('sign-on-required', 'account-suspended');
  }
  if (who === 'confirmed') codes.push('address-not-confirmed');
  if (who === 'operator-member')
    codes.push('not-signed-in', 'not-found', 'two-factor-required', 'sign-on-required', 'account-suspended');
  if (who === 'signer') codes.push('link-invalid', 'link-ended');
  if (isRepeatable(route)) codes.push('idempotency-key-reused');
  if (isRepeatable(route) && !keyed) codes.push('idempotency-key-running');
  if (body && 'kind' in body && body.kind === 'form') {
    codes.push('upload-missing', 'upload-too-large', 'upload-too-many-files');
  }
  return codes;
}
