import { signOnPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';
import { signOnAnswer, signOnBody, signOnEnforced } from '../sign-on.ts';

const who = 'member';

/** Single sign-on: members of an account's domain sign in at its own provider. */
export const signOnRows = routesAt(signOnPaths, {
  readSignOn: {
    ...{ summary: 'Get the account’s single sign-on settings', who },
    answers: { 200: signOnAnswer },
    refusals: [],
  },
  putSignOn: {
    ...{ summary: 'Set up single sign-on', who: 'confirmed', body: signOnBody },
    answers: { 200: signOnAnswer },
    refusals: ['plan-limit-team', 'domain-unfit', 'issuer-unfit', 'secret-missing'],
  },
  claimDomain: {
    ...{ summary: 'Check the DNS record that proves the domain', who },
    answers: { 200: signOnAnswer },
    refusals: ['not-found', 'domain-unproved', 'domain-taken'],
  },
  enforceSignOn: {
    ...{ summary: 'Require or stop requiring single sign-on for the domain', who, body: signOnEnforced },
    answers: { 200: signOnAnswer },
    refusals: ['not-found', 'domain-unproved'],
  },
  deleteSignOn: { summary: 'Remove single sign-on', who, answers: { 204: nothing }, refusals: ['not-found'] },
});
