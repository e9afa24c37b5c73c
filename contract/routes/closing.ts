import { closingAnswer, closingBody } from '../closing.ts';
import { defineRoutes } from '../route.ts';

/** Account deletion by the owner, with a period in which it can be canceled. */
export const closingRows = defineRoutes({
  readClosing: {
    at: 'GET /api/account/closing',
    summary: 'Get whether the account is being closed',
    caller: 'member',
    permission: 'account.close',
    whileClosing: true,
    answers: { 200: closingAnswer },
    refusals: [],
  },
  askToClose: {
    at: 'POST /api/account/closing',
    summary: 'Close the account after 30 days',
    caller: 'confirmed',
    permission: 'account.close',
    body: closingBody,
    answers: { 200: closingAnswer },
    refusals: [
      'password-wrong',
      'closing-not-confirmed',
      'subscription-running',
      'payments-unavailable',
      'document-on-hold',
    ],
  },
  keepAccount: {
    at: 'DELETE /api/account/closing',
    summary: 'Cancel closing the account',
    caller: 'member',
    permission: 'account.close',
    whileClosing: true,
    answers: { 200: closingAnswer },
    refusals: [],
  },
});
