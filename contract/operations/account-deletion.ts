import { z } from 'zod';
import { defineRoutes } from '../route.ts';

/** GET /api/account/closure */
export const closureAnswer = z.object({
  /** Time of the account deletion; null if no deletion is pending. */
  closesAt: z.string().nullable(),
  /** The member who requested it. */
  requestedBy: z.string().nullable(),
  /** Documents that are pending or waiting for their seal. */
  out: z.number(),
  /** The owner's confirmation: their password, or their address if they sign in through another provider. */
  confirmBy: z.enum(['password', 'address']),
});
export type ClosureAnswer = z.infer<typeof closureAnswer>;

/** POST /api/account/closure */
export const closureBody = z.object({ confirmation: z.string().max(1000) });

/** Account deletion by the owner, with a period in which it can be canceled. */
export const closureRows = defineRoutes({
  readClosure: {
    at: 'GET /api/account/closure',
    summary: 'Check whether the account is being closed',
    caller: 'member',
    permission: 'account.close',
    whileClosing: true,
    answers: { 200: closureAnswer },
    refusals: [],
  },
  requestClosure: {
    at: 'POST /api/account/closure',
    summary: 'Close the account after 30 days',
    caller: 'confirmed',
    permission: 'account.close',
    body: closureBody,
    answers: { 200: closureAnswer },
    refusals: [
      'password-wrong',
      'closure-not-confirmed',
      'subscription-active',
      'payments-unavailable',
      'document-on-hold',
    ],
  },
  cancelClosure: {
    at: 'DELETE /api/account/closure',
    summary: 'Cancel closing the account',
    caller: 'member',
    permission: 'account.close',
    whileClosing: true,
    answers: { 200: closureAnswer },
    refusals: [],
  },
});
