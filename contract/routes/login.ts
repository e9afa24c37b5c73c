import { loginPaths } from '../paths.ts';
import { page, redirect, routesAt } from '../route.ts';
import { passkeyAnswer, passkeyRequest, signedInAnswer } from '../security.ts';

/** A form page, shown first or again with errors, or a redirect. */
const shown = { 200: page, 400: page, 404: page, 410: page };
const taken = { ...shown, 303: redirect, 403: page, 422: page, 429: page };
const visitor = { who: 'anyone', refusals: [] } as const;

export const loginRows = routesAt(loginPaths, {
  showSignIn: { ...visitor, summary: 'Show the sign-in and sign-up form', answers: shown },
  takeSignInForm: { ...visitor, summary: 'Sign in or sign up', answers: taken },
  showCode: { ...visitor, summary: 'Show the form for the second factor', answers: shown },
  takeCode: { ...visitor, summary: 'Enter the second factor', answers: taken },
  beginPasskeySignIn: {
    ...{
      summary: 'Create a passkey challenge for signing in',
      who: 'anyone',
      answers: { 200: passkeyRequest },
    },
    refusals: ['not-found'],
  },
  signInByPasskey: {
    ...{ summary: 'Sign in with a passkey', who: 'anyone', body: passkeyAnswer },
    answers: { 200: signedInAnswer },
    refusals: ['not-found', 'passkey-refused', 'too-many-requests'],
  },
  showForgot: { ...visitor, summary: 'Show the form for a forgotten password', answers: shown },
  askForReset: { ...visitor, summary: 'Email a link to reset the password', answers: taken },
  showReset: { ...visitor, summary: 'Show the form for a new password', answers: shown },
  resetPassword: { ...visitor, summary: 'Set a new password', answers: taken },
  showConfirmEmail: { ...visitor, summary: 'Show the form that confirms an address', answers: shown },
  takeConfirmEmail: { ...visitor, summary: 'Confirm an address', answers: taken },
  showConfirmAddress: {
    ...{
      ...visitor,
      summary: 'Show the form that confirms an address of a member with another sign-in provider',
    },
    answers: shown,
  },
  takeConfirmAddress: {
    ...visitor,
    summary: 'Confirm an address of a member with another sign-in provider',
    answers: taken,
  },
});
