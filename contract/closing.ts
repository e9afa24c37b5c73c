import { z } from 'zod';

/** GET /api/account/closing */
export const closingAnswer = z.object({
  /** When the account closes; null while nobody closes it. */
  closesAt: z.string().nullable(),
  /** Who asked for it. */
  askedBy: z.string().nullable(),
  /** Documents that are out, or wait for their seal. */
  out: z.number(),
  /** By which the owner confirms it: their password, or their address where they sign in elsewhere. */
  confirmBy: z.enum(['password', 'address']),
});
export type ClosingAnswer = z.infer<typeof closingAnswer>;

/** POST /api/account/closing */
export const closingBody = z.strictObject({ confirmation: z.string().max(1000) });
