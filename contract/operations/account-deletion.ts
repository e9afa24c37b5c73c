import { z } from 'zod';
import { defineRoutes } from '../route.ts';

/** Response of GET /api/account/closure. */
export const closureAnswer = z.object({
  /** Time of the account deletion; null if none is pending. */
  closesAt: z.string().nullable(),
  /** The member who requested the deletion. */
  requestedBy: z.string().nullable(),
  /** Number of documents that are pending or waiting to be sealed. */
  out: z.number(),
  /**
   * How the owner confirms: with their password, or with their address if they sign in through another provider.
   */
  confirmBy: z.enum(['password', 'address']),
});
export type ClosureAnswer = z.infer<typeof closureAnswer>;

/** Body of POST /api/account/closure. */
export const closureBody = z.object({ confirmation: z.string().max(1000) });

/** Account deletion by the owner, which can be canceled during a waiting period. */
export const closureRows = defineRoutes({
  readClosure: {
    at: 'GET /api/account/closure',
    summary: 'Get the status of the account deletion',
    caller: 'member',
    permission: 'account.close',
    whileClosing: true,
    answers: { 200: closureAnswer },
    refusals: [],
  },
  requestClosure: {
    at: 'POST /api/account/closure',
    summary: 'Delete the account after 30 days',
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
    summary: 'Cancel the account deletion',
    caller: 'member',
    permission: 'account.close',
    whileClosing: true,
    answers: { 200: closureAnswer },
    refusals: [],
  },
});
