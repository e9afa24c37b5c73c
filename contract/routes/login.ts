import { loginPaths } from '../paths.ts';
import { page, redirect, routesAt } from '../route.ts';
import { passkeyAnswer, passkeyRequest, signedInAnswer } from '../security.ts';

/** A form page, shown first or again with errors, or a redirect. */
const shown = { 200: page, 400: page, 404: page, 410: page };
const taken = { ...shown, 303: redirect, 403: page, 422: page, 429: page };
const visitor = { who: 'anyone', refusals: [] } as const;

export const loginRows = routesAt(loginPaths, {
  showSignIn: { ...visitor, summary: 'The form to sign in or up', answers: shown },
  takeSignInForm: { ...visitor, summary: 'Sign in or up', answers: taken },
  showCode: { ...visitor, summary: 'The form for the second factor', answers: shown },
  takeCode: { ...visitor, summary: 'Prove the second factor', answers: taken },
  beginPasskeySignIn: {
    ...{ summary: 'A question for a passkey', who: 'anyone', answers: { 200: passkeyRequest } },
    refusals: ['not-found'],
  },
  signInByPasskey: {
    ...{ summary: 'Sign in with a passkey', who: 'anyone', body: passkeyAnswer },
    answers: { 200: signedInAnswer },
    refusals: ['not-found', 'passkey-refused', 'too-many-requests'],
  },
  showForgot: { ...visitor, summary: 'The form for a forgotten password', answers: shown },
  askForReset: { ...visitor, summary: 'Have a link for a new password mailed', answers: taken },
  showReset: { ...visitor, summary: 'The form for a new password', answers: shown },
  resetPassword: { ...visitor, summary: 'Set a new password', answers: taken },
  showConfirmEmail: { ...visitor, summary: 'The form to confirm an address', answers: shown },
  takeConfirmEmail: { ...visitor, summary: 'Confirm an address', answers: taken },
  showConfirmAddress: {
    ...{ ...visitor, summary: 'The same for who signs in at another provider' },
    answers: shown,
  },
  takeConfirmAddress: { ...visitor, summary: 'Confirm such an address', answers: taken },
});
