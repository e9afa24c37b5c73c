import { signOnPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';
import { signOnAnswer, signOnBody, signOnEnforced } from '../sign-on.ts';

const who = 'member';

/** Single sign-on: members of an account's domain sign in at its own provider. */
export const signOnRows = routesAt(signOnPaths, {
  readSignOn: {
    ...{ summary: 'The single sign-on of the account', who },
    answers: { 200: signOnAnswer },
    refusals: [],
  },
  putSignOn: {
    ...{ summary: 'Set single sign-on up', who: 'confirmed', body: signOnBody },
    answers: { 200: signOnAnswer },
    refusals: ['plan-limit-team', 'domain-unfit', 'issuer-unfit', 'secret-missing'],
  },
  claimDomain: {
    ...{ summary: 'Look for the DNS record that proves the domain', who },
    answers: { 200: signOnAnswer },
    refusals: ['not-found', 'domain-unproved', 'domain-taken'],
  },
  enforceSignOn: {
    ...{ summary: 'Whether people of the domain sign in there and nowhere else', who, body: signOnEnforced },
    answers: { 200: signOnAnswer },
    refusals: ['not-found', 'domain-unproved'],
  },
  deleteSignOn: { summary: 'End single sign-on', who, answers: { 204: nothing }, refusals: ['not-found'] },
});
