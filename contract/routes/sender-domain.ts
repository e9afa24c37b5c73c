import { senderDomainPaths } from '../paths.ts';
import { nothing, routesAt } from '../route.ts';
import { senderDomainAnswer, senderDomainBody } from '../sender-domain.ts';

const who = 'member';
const answers = { 200: senderDomainAnswer };

/** The domain from which emails of an account are sent, once its DNS allows it. */
export const senderDomainRows = routesAt(senderDomainPaths, {
  readSenderDomain: { summary: 'The domain that mails of the account come from', who, answers, refusals: [] },
  putSenderDomain: {
    ...{ summary: 'Name the domain to send from', who: 'confirmed', body: senderDomainBody, answers },
    refusals: ['plan-without-branding', 'domain-unfit', 'sender-domain-ours', 'sender-local-invalid'],
  },
  checkSenderDomain: {
    ...{ summary: 'Look for its records in the DNS', who, answers },
    refusals: ['not-found', 'plan-without-branding', 'domain-taken', 'too-many-requests'],
  },
  deleteSenderDomain: {
    ...{ summary: 'Send from our address again', who, answers: { 204: nothing } },
    refusals: ['not-found'],
  },
});
