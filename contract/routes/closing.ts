import { closingAnswer, closingBody } from '../closing.ts';
import { closingPaths } from '../paths.ts';
import { routesAt } from '../route.ts';

const answers = { 200: closingAnswer };

/** Account deletion by the owner, with a period in which it can be canceled. */
export const closingRows = routesAt(closingPaths, {
  readClosing: { summary: 'Get whether the account is being closed', who: 'member', answers, refusals: [] },
  askToClose: {
    ...{ summary: 'Close the account after 30 days', who: 'confirmed', body: closingBody, answers },
    refusals: [
      ...(['password-wrong', 'closing-not-confirmed', 'subscription-running'] as const),
      ...(['payments-unavailable', 'document-on-hold'] as const),
    ],
  },
  keepAccount: { summary: 'Cancel closing the account', who: 'member', answers, refusals: [] },
});
