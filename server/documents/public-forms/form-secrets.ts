import { createHmac } from 'node:crypto';
import { mailCode } from '../../foundation/crypto/mail-code.ts';
import { isSame } from '../../foundation/crypto/is-same.ts';
import { identityLink, mailOfLink } from '../../accounts/identity-provider/identity-link.ts';
import type { PublicForm } from './form-store.ts';

/** Separates the secret in a form's link from the proof that its access code was entered. */
export const passSeparator = '~';

/** Derives an independent key for each use, so that none of these secrets can be derived from another one. */
const keyFor = (key: Uint8Array, use: string): Buffer =>
  createHmac('sha256', key).update(`public form ${use}`).digest();

/** Returns the six digits that are emailed for an entry. */
export function entryCode(key: Uint8Array, entryId: string): string {
  return mailCode(keyFor(key, 'code'), entryId);
}

/**
 * Returns the token in the URL of the page on which the visitor enters the code. It is never emailed, so the
 * code alone opens nothing.
 */
export function visitToken(key: Uint8Array, entryId: string): string {
  return identityLink(keyFor(key, 'visit'), entryId);
}

/** Returns the entry of a visit; undefined if the token is not genuine. */
export function entryOfVisit(key: Uint8Array, token: string): string | undefined {
  return mailOfLink(keyFor(key, 'visit'), token);
}

/** Returns the proof that the form's access code was entered. Changing the access code invalidates it. */
export function accessPass(key: Uint8Array, { token, codeHash }: Pick<PublicForm, 'token' | 'codeHash'>) {
  return createHmac('sha256', keyFor(key, 'pass'))
    .update(JSON.stringify([token, codeHash]))
    .digest('base64url');
}

export function isAccessPass(key: Uint8Array, form: Pick<PublicForm, 'token' | 'codeHash'>, pass: string) {
  return isSame(pass, accessPass(key, form));
}
