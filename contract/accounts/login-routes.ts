import { defineRoutes, page, redirect } from '../route.ts';
import { passkeyAnswer, passkeyRequest, signedInAnswer } from './security.ts';

/** Responses with a form, shown for the first time or again with errors. Submitting it can also redirect. */
const formAnswers = { 200: page, 400: page, 404: page, 410: page };
const submitAnswers = { ...formAnswers, 303: redirect, 403: page, 422: page, 429: page };

export const loginRows = defineRoutes({
  showSignIn: {
    at: 'GET /login/{uid}',
    summary: 'Show the sign-in and sign-up form',
    caller: 'anyone',
    answers: formAnswers,
    refusals: [],
  },
  submitSignIn: {
    at: 'POST /login/{uid}',
    summary: 'Sign in or sign up',
    caller: 'anyone',
    answers: submitAnswers,
    refusals: [],
  },
  showCode: {
    at: 'GET /login/{uid}/code',
    summary: 'Show the form for the second factor',
    caller: 'anyone',
    answers: formAnswers,
    refusals: [],
  },
  submitCode: {
    at: 'POST /login/{uid}/code',
    summary: 'Enter the second factor',
    caller: 'anyone',
    answers: submitAnswers,
    refusals: [],
  },
  beginPasskeySignIn: {
    at: 'POST /login/{uid}/passkey/options',
    summary: 'Create a passkey challenge for signing in',
    caller: 'anyone',
    answers: { 200: passkeyRequest },
    refusals: ['not-found'],
  },
  signInByPasskey: {
    at: 'POST /login/{uid}/passkey',
    summary: 'Sign in with a passkey',
    caller: 'anyone',
    body: passkeyAnswer,
    answers: { 200: signedInAnswer },
    refusals: ['not-found', 'passkey-refused', 'too-many-requests'],
  },
  showForgot: {
    at: 'GET /login/forgot',
    summary: 'Show the form for a forgotten password',
    caller: 'anyone',
    answers: formAnswers,
    refusals: [],
  },
  requestPasswordReset: {
    at: 'POST /login/forgot',
    summary: 'Email a link to reset the password',
    caller: 'anyone',
    answers: submitAnswers,
    refusals: [],
  },
  showReset: {
    at: 'GET /login/reset',
    summary: 'Show the form for a new password',
    caller: 'anyone',
    answers: formAnswers,
    refusals: [],
  },
  resetPassword: {
    at: 'POST /login/reset',
    summary: 'Set a new password',
    caller: 'anyone',
    answers: submitAnswers,
    refusals: [],
  },
  showConfirmEmail: {
    at: 'GET /login/confirm-email',
    summary: 'Show the form that confirms an address',
    caller: 'anyone',
    answers: formAnswers,
    refusals: [],
  },
  submitConfirmEmail: {
    at: 'POST /login/confirm-email',
    summary: 'Confirm an address',
    caller: 'anyone',
    answers: submitAnswers,
    refusals: [],
  },
  showConfirmAddress: {
    at: 'GET /login/confirm-address',
    summary: 'Show the form that confirms an address of a member who signs in through another provider',
    caller: 'anyone',
    answers: formAnswers,
    refusals: [],
  },
  submitConfirmAddress: {
    at: 'POST /login/confirm-address',
    summary: 'Confirm an address of a member who signs in through another provider',
    caller: 'anyone',
    answers: submitAnswers,
    refusals: [],
  },
});
