import { z } from 'zod';
import { defineRoutes } from '../route.ts';

/** GET /api/account/closing */
export const closingAnswer = z.object({
  /** Time of the account deletion; null if no deletion is pending. */
  closesAt: z.string().nullable(),
  /** The member who requested it. */
  requestedBy: z.string().nullable(),
  /** Documents that are pending or waiting for their seal. */
  out: z.number(),
  /** The owner's confirmation: their password, or their address if they sign in through another provider. */
  confirmBy: z.enum(['password', 'address']),
});
export type ClosingAnswer = z.infer<typeof closingAnswer>;

/** POST /api/account/closing */
export const closingBody = z.strictObject({ confirmation: z.string().max(1000) });

/** Account deletion by the owner, with a period in which it can be canceled. */
export const closingRows = defineRoutes({
  readClosing: {
    at: 'GET /api/account/closing',
    summary: 'Check whether the account is being closed',
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
      'closure-not-confirmed',
      'subscription-active',
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
