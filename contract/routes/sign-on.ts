import { defineRoutes, nothing } from '../route.ts';
import { signOnAnswer, signOnBody, signOnEnforced } from '../sign-on.ts';

/** Single sign-on: members of an account's domain sign in at its own provider. */
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
    refusals: ['plan-limit-team', 'domain-unfit', 'issuer-unfit', 'secret-missing'],
  },
  claimDomain: {
    at: 'POST /api/team/sign-on/claim',
    summary: 'Check the DNS record that proves the domain',
    caller: 'member',
    permission: 'team.own',
    answers: { 200: signOnAnswer },
    refusals: ['not-found', 'domain-unproved', 'domain-taken'],
  },
  enforceSignOn: {
    at: 'PUT /api/team/sign-on/enforced',
    summary: 'Require or stop requiring single sign-on for the domain',
    caller: 'member',
    permission: 'team.own',
    body: signOnEnforced,
    answers: { 200: signOnAnswer },
    refusals: ['not-found', 'domain-unproved'],
  },
  deleteSignOn: {
    at: 'DELETE /api/team/sign-on',
    summary: 'Remove single sign-on',
    caller: 'member',
    permission: 'team.own',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
});
