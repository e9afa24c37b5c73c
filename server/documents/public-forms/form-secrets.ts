import { createHmac } from 'node:crypto';
import { mailCode } from '../../foundation/crypto/mail-code.ts';
import { isSame } from '../../foundation/crypto/is-same.ts';
import { identityLink, mailOfLink } from '../../accounts/identity-provider/identity-link.ts';
import type { PublicForm } from './form-store.ts';

/** Separates the secret of a form's link from the proof that its access code was entered. */
export const passSeparator = '~';

/** The keys are independent, so that none of these secrets can be derived from another one. */
const keyFor = (key: Uint8Array, use: string): Buffer =>
  createHmac('sha256', key).update(`public form ${use}`).digest();

/** The six digits that are emailed for an entry. */
export function entryCode(key: Uint8Array, entryId: string): string {
  return mailCode(keyFor(key, 'code'), entryId);
}

/**
 * The address of the page on which the visitor who made an entry enters its code. It is never emailed, so the code
 * alone opens nothing.
 */
export function visitToken(key: Uint8Array, entryId: string): string {
  return identityLink(keyFor(key, 'visit'), entryId);
}

/** The entry of a visit; undefined if the token is not genuine. */
export function entryOfVisit(key: Uint8Array, token: string): string | undefined {
  return mailOfLink(keyFor(key, 'visit'), token);
}

/** Proves that the form's access code was entered. Another access code invalidates it. */
export function accessPass(key: Uint8Array, { token, codeHash }: Pick<PublicForm, 'token' | 'codeHash'>) {
  return createHmac('sha256', keyFor(key, 'pass'))
    .update(JSON.stringify([token, codeHash]))
    .digest('base64url');
}

export function isAccessPass(key: Uint8Array, form: Pick<PublicForm, 'token' | 'codeHash'>, pass: string) {
  return isSame(pass, accessPass(key, form));
}
