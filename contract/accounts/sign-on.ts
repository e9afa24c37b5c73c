import { z } from 'zod';
import { invitedRoles } from '#core/account/team.ts';
import { actingPassword, actRefusals } from '../acting-password.ts';
import { defineRoutes, nothing } from '../route.ts';

const role = z.enum(['member', 'viewer']);

/** The claim that lists a person's roles or groups, and the account role for each of its values. */
const roleClaim = z.object({
  name: z.string().trim().min(1).max(200),
  values: z
    .array(z.object({ value: z.string().trim().min(1).max(300), role: z.enum(invitedRoles) }))
    .min(1)
    .max(50),
});

/**
 * GET /api/team/sign-on. `signOn` is null if single sign-on is not set up. The response never contains the
 * secret.
 */
export const signOnAnswer = z.object({
  signOn: z
    .object({
      issuer: z.string(),
      clientId: z.string(),
      domain: z.string(),
      role,
      /** Null if a role is assigned at the first sign-in and later changes at the provider are ignored. */
      roleClaim: roleClaim.nullable(),
      /** DNS TXT record that verifies the domain. */
      record: z.object({ name: z.string(), value: z.string() }),
      /** Time at which the DNS record was first found. */
      verifiedAt: z.string().nullable(),
      enforced: z.boolean(),
    })
    .nullable(),
  /** Redirect URI to enter at the provider. */
  redirectUri: z.string(),
  /** URL at which people of the domain start signing in. */
  startUri: z.string().nullable(),
});
export type SignOnAnswer = z.infer<typeof signOnAnswer>;

/** PUT /api/team/sign-on. Without a secret, the existing one is kept if issuer and client are unchanged. */
export const signOnBody = z.object({
  password: actingPassword,
  issuer: z.url().max(1000),
  clientId: z.string().trim().min(1).max(500),
  clientSecret: z.string().min(1).max(2000).optional(),
  domain: z.string().max(253),
  role,
  /** If omitted, the provider does not change roles. */
  roleClaim: roleClaim.nullish(),
});

/** Body of PUT /api/team/sign-on/enforced. */
export const signOnEnforced = z.object({
  /** Turning this off requires the password. */
  enforced: z.boolean(),
  password: actingPassword.optional(),
});

/** Body of DELETE /api/team/sign-on. */
const signOnRemoval = z.object({ password: actingPassword });

/** Single sign-on. Members with an address at the account's domain sign in through the account's provider. */
export const signOnRows = defineRoutes({
  readSignOn: {
    at: 'GET /api/team/sign-on',
    summary: 'Get the account’s single sign-on settings',
    caller: 'member',
    permission: 'team.own',
    answers: { 200: signOnAnswer },
    refusals: [],
  },
  putSignOn: {
    at: 'PUT /api/team/sign-on',
    summary: 'Set up single sign-on',
    caller: 'confirmed',
    permission: 'team.own',
    body: signOnBody,
    answers: { 200: signOnAnswer },
    refusals: ['plan-limit-team', 'domain-invalid', 'issuer-invalid', 'secret-missing', ...actRefusals],
  },
  verifyDomain: {
    at: 'POST /api/team/sign-on/verify',
    summary: 'Check the DNS record that verifies the domain',
    caller: 'member',
    permission: 'team.own',
    answers: { 200: signOnAnswer },
    refusals: ['not-found', 'domain-not-verified', 'domain-taken'],
  },
  enforceSignOn: {
    at: 'PUT /api/team/sign-on/enforced',
    summary: 'Require or stop requiring single sign-on for the domain',
    caller: 'member',
    permission: 'team.own',
    body: signOnEnforced,
    answers: { 200: signOnAnswer },
    refusals: ['not-found', 'domain-not-verified', ...actRefusals],
  },
  deleteSignOn: {
    at: 'DELETE /api/team/sign-on',
    summary: 'Remove single sign-on',
    caller: 'member',
    permission: 'team.own',
    body: signOnRemoval,
    answers: { 204: nothing },
    refusals: ['not-found', ...actRefusals],
  },
});
