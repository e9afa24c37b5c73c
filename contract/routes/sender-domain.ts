import { senderDomainPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';
import { senderDomainAnswer, senderDomainBody } from '../sender-domain.ts';

const who = 'member';
const answers = { 200: senderDomainAnswer };

/** The domain from which emails of an account are sent, once its DNS allows it. */
export const senderDomainRows = routesAt(senderDomainPaths, {
  readSenderDomain: {
    summary: 'Get the domain that the account’s emails are sent from',
    who,
    answers,
    refusals: [],
  },
  putSenderDomain: {
    ...{ summary: 'Set the sender domain', who: 'confirmed', body: senderDomainBody, answers },
    refusals: ['plan-without-branding', 'domain-unfit', 'sender-domain-ours', 'sender-local-invalid'],
  },
  checkSenderDomain: {
    ...{ summary: 'Check the DNS records of the sender domain', who, answers },
    refusals: ['not-found', 'plan-without-branding', 'domain-taken', 'too-many-requests'],
  },
  deleteSenderDomain: {
    ...{ summary: 'Remove the sender domain', who, answers: { 204: nothing } },
    refusals: ['not-found'],
  },
});
