import { z } from 'zod';
import { securityPaths, signInPaths } from '../paths.ts';
import { nothing, page, redirect, routesAt } from '../route.ts';
import {
  codeBody,
  emailChange,
  enrolment,
  newPasskey,
  passkeyChange,
  passkeyOptions,
  passkeyView,
  passwordBody,
  passwordChange,
  recoveryCodes,
  securityAnswer,
  sessionList,
  signInQuery,
} from '../security.ts';

const who = 'member';
/** Refusals of routes that require the password. */
const behind = ['managed-elsewhere', 'password-wrong', 'too-many-requests'] as const;

export const securityRows = routesAt(securityPaths, {
  readSecurity: {
    ...{ summary: 'Get the member’s sign-in methods', who },
    answers: { 200: securityAnswer },
    refusals: [],
  },
  changePassword: {
    ...{ summary: 'Change the password', who, body: passwordChange },
    answers: { 204: nothing },
    refusals: [...behind, 'password-unfit'],
  },
  changeEmail: {
    ...{ summary: 'Request a new address, confirmed by email', who, body: emailChange },
    answers: { 204: nothing },
    refusals: [...behind, 'email-invalid', 'address-disposable', 'mail-limit-mailbox'],
  },
  confirmEmail: {
    ...{ summary: 'Resend the email that confirms the address', who },
    answers: { 204: nothing },
    refusals: ['managed-elsewhere', 'too-many-requests', 'mail-limit-mailbox'],
  },
  beginTwoFactor: {
    ...{ summary: 'Create a secret for an authenticator app', who: 'confirmed', body: passwordBody },
    answers: { 200: enrolment },
    refusals: [...behind, 'two-factor-already-on'],
  },
  confirmTwoFactor: {
    ...{ summary: 'Turn two-factor sign-in on', who: 'confirmed', body: codeBody },
    answers: { 200: recoveryCodes },
    refusals: ['managed-elsewhere', 'too-many-requests', 'code-wrong'],
  },
  endTwoFactor: {
    ...{ summary: 'Turn two-factor sign-in off', who, body: passwordBody },
    answers: { 204: nothing },
    refusals: behind,
  },
  renewRecoveryCodes: {
    ...{ summary: 'Replace the recovery codes', who, body: passwordBody },
    answers: { 200: recoveryCodes },
    refusals: [...behind, 'two-factor-not-on'],
  },
  beginPasskey: {
    ...{ summary: 'Create a challenge for a new passkey', who: 'confirmed', body: passwordBody },
    answers: { 200: passkeyOptions },
    refusals: [...behind, 'passkey-refused'],
  },
  addPasskey: {
    ...{ summary: 'Add a passkey', who: 'confirmed', body: newPasskey },
    answers: { 201: passkeyView },
    refusals: ['managed-elsewhere', 'name-missing', 'passkey-refused'],
  },
  renamePasskey: {
    ...{ summary: 'Rename a passkey', who, body: passkeyChange },
    answers: { 204: nothing },
    refusals: ['managed-elsewhere', 'name-missing', 'not-found'],
  },
  removePasskey: {
    ...{ summary: 'Delete a passkey', who, body: passwordBody },
    answers: { 204: nothing },
    refusals: [...behind, 'not-found'],
  },
  listSessions: {
    ...{ summary: 'List the member’s sessions', who },
    answers: { 200: sessionList },
    refusals: [],
  },
  endSession: {
    ...{ summary: 'End a session', who },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  endAllSessions: { summary: 'End all sessions', who, answers: { 204: nothing }, refusals: [] },
});

const visitor = { who: 'anyone', head: false, refusals: [] } as const;

export const signInRows = routesAt(signInPaths, {
  signIn: {
    ...{ ...visitor, summary: 'Start signing in', query: signInQuery },
    answers: { 302: redirect, 503: page },
  },
  takeSignIn: {
    ...{ ...visitor, summary: 'Return from the sign-in provider' },
    answers: { 303: redirect, 400: page, 403: page },
  },
  takeSignOn: {
    ...{ ...visitor, summary: 'Return from the account’s sign-in provider' },
    params: z.object({ accountId: z.string() }),
    answers: { 303: redirect, 400: page, 403: page },
  },
  signOut: { ...visitor, summary: 'Sign out here and at the provider', answers: { 303: redirect } },
  signedOut: {
    ...visitor,
    summary: 'Clear the browser’s data after signing out',
    answers: { 303: redirect },
  },
});
