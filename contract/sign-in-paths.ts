import { pathOf, type Address } from './route-address.ts';

/** Signing in and out in a browser; `/login` contains the pages of the embedded provider. */
export const signInPaths = {
  signIn: 'GET /api/login',
  takeSignIn: 'GET /api/auth/callback',
  takeSignOn: 'GET /api/auth/callback/{accountId}',
  signOut: 'GET /api/logout',
  signedOut: 'GET /api/logout/done',
} as const satisfies Record<string, Address>;

/** Returns the URL at which people of a domain start signing in. */
export const startOfSignOn = (domain: string): string =>
  `${pathOf(signInPaths.signIn)}?domain=${encodeURIComponent(domain)}`;

/** The embedded provider's pages. */
export const loginPaths = {
  showSignIn: 'GET /login/{uid}',
  takeSignInForm: 'POST /login/{uid}',
  showCode: 'GET /login/{uid}/code',
  takeCode: 'POST /login/{uid}/code',
  beginPasskeySignIn: 'POST /login/{uid}/passkey/options',
  signInByPasskey: 'POST /login/{uid}/passkey',
  showForgot: 'GET /login/forgot',
  askForReset: 'POST /login/forgot',
  showReset: 'GET /login/reset',
  resetPassword: 'POST /login/reset',
  showConfirmEmail: 'GET /login/confirm-email',
  takeConfirmEmail: 'POST /login/confirm-email',
  showConfirmAddress: 'GET /login/confirm-address',
  takeConfirmAddress: 'POST /login/confirm-address',
} as const satisfies Record<string, Address>;

/** Sign-in methods of a person, which they can change. */
export const securityPaths = {
  readSecurity: 'GET /api/security',
  changePassword: 'POST /api/security/password',
  changeEmail: 'POST /api/security/email',
  confirmEmail: 'POST /api/security/email/confirmation',
  beginTwoFactor: 'POST /api/security/two-factor',
  confirmTwoFactor: 'POST /api/security/two-factor/confirm',
  endTwoFactor: 'DELETE /api/security/two-factor',
  renewRecoveryCodes: 'POST /api/security/recovery-codes',
  beginPasskey: 'POST /api/security/passkeys/options',
  addPasskey: 'POST /api/security/passkeys',
  renamePasskey: 'PATCH /api/security/passkeys/{id}',
  removePasskey: 'DELETE /api/security/passkeys/{id}',
  listSessions: 'GET /api/sessions',
  endSession: 'DELETE /api/sessions/{id}',
  endAllSessions: 'DELETE /api/sessions',
} as const satisfies Record<string, Address>;

/** Single sign-on: members of an account's domain sign in at its own provider. */
export const signOnPaths = {
  readSignOn: 'GET /api/team/sign-on',
  putSignOn: 'PUT /api/team/sign-on',
  claimDomain: 'POST /api/team/sign-on/claim',
  enforceSignOn: 'PUT /api/team/sign-on/enforced',
  deleteSignOn: 'DELETE /api/team/sign-on',
} as const satisfies Record<string, Address>;
