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
    ...{ summary: 'How the member signs in', who },
    answers: { 200: securityAnswer },
    refusals: [],
  },
  changePassword: {
    ...{ summary: 'Change the password', who, body: passwordChange },
    answers: { 204: nothing },
    refusals: [...behind, 'password-unfit'],
  },
  changeEmail: {
    ...{ summary: 'Have a new address confirmed by a mail to it', who, body: emailChange },
    answers: { 204: nothing },
    refusals: [...behind, 'email-invalid', 'address-disposable', 'mail-limit-mailbox'],
  },
  confirmEmail: {
    ...{ summary: 'Have the mail sent again that confirms the address', who },
    answers: { 204: nothing },
    refusals: ['managed-elsewhere', 'too-many-requests', 'mail-limit-mailbox'],
  },
  beginTwoFactor: {
    ...{ summary: 'A secret for an authenticator app', who: 'confirmed', body: passwordBody },
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
    ...{ summary: 'New recovery codes', who, body: passwordBody },
    answers: { 200: recoveryCodes },
    refusals: [...behind, 'two-factor-not-on'],
  },
  beginPasskey: {
    ...{ summary: 'A question for a new passkey', who: 'confirmed', body: passwordBody },
    answers: { 200: passkeyOptions },
    refusals: [...behind, 'passkey-refused'],
  },
  addPasskey: {
    ...{ summary: 'Add the passkey that answered', who: 'confirmed', body: newPasskey },
    answers: { 201: passkeyView },
    refusals: ['managed-elsewhere', 'name-missing', 'passkey-refused'],
  },
  renamePasskey: {
    ...{ summary: 'Rename a passkey', who, body: passkeyChange },
    answers: { 204: nothing },
    refusals: ['managed-elsewhere', 'name-missing', 'not-found'],
  },
  removePasskey: {
    ...{ summary: 'Remove a passkey', who, body: passwordBody },
    answers: { 204: nothing },
    refusals: [...behind, 'not-found'],
  },
  listSessions: {
    ...{ summary: 'Where the member is signed in', who },
    answers: { 200: sessionList },
    refusals: [],
  },
  endSession: {
    ...{ summary: 'Sign out somewhere', who },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  endAllSessions: { summary: 'Sign out everywhere', who, answers: { 204: nothing }, refusals: [] },
});

const visitor = { who: 'anyone', head: false, refusals: [] } as const;

export const signInRows = routesAt(signInPaths, {
  signIn: {
    ...{ ...visitor, summary: 'Begin to sign in', query: signInQuery },
    answers: { 302: redirect, 503: page },
  },
  takeSignIn: {
    ...{ ...visitor, summary: 'The way back from the provider' },
    answers: { 303: redirect, 400: page, 403: page },
  },
  takeSignOn: {
    ...{ ...visitor, summary: 'The way back from the provider of an account' },
    params: z.object({ accountId: z.string() }),
    answers: { 303: redirect, 400: page, 403: page },
  },
  signOut: { ...visitor, summary: 'Sign out here and at the provider', answers: { 303: redirect } },
  signedOut: { ...visitor, summary: 'What the browser forgets then', answers: { 303: redirect } },
});
