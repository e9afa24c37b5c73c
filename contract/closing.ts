import { z } from 'zod';

/** GET /api/account/closing */
export const closingAnswer = z.object({
  /** Time of the account deletion; null if no deletion is pending. */
  closesAt: z.string().nullable(),
  /** The member who requested it. */
  askedBy: z.string().nullable(),
  /** Documents that are pending or waiting for their seal. */
  out: z.number(),
  /** The owner's confirmation: their password, or their address if they sign in through another provider. */
  confirmBy: z.enum(['password', 'address']),
});
export type ClosingAnswer = z.infer<typeof closingAnswer>;

/** POST /api/account/closing */
export const closingBody = z.strictObject({ confirmation: z.string().max(1000) });
