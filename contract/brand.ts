import { z } from 'zod';

/** How an account shows itself: its own claim. What is empty or null is not shown. */
const brandWords = { name: z.string(), colour: z.string().nullable(), footer: z.string() };

/** GET /api/brand */
export const brandAnswer = z.object({
  ...brandWords,
  /** Whether the plan offers it. Otherwise it is kept and not shown. */
  offered: z.boolean(),
  logoUrl: z.string().nullable(),
  /** Where answers to our mails go: what was confirmed, and what still waits for that. */
  replyTo: z.string().nullable(),
  replyToAsked: z.string().nullable(),
});
export type BrandAnswer = z.infer<typeof brandAnswer>;

/** PUT /api/brand */
export const brandBody = z.strictObject({
  name: z.string().max(1000),
  colour: z.string().max(100).nullable(),
  footer: z.string().max(5000),
});
export type BrandBody = z.infer<typeof brandBody>;

/** POST /api/brand/reply-to: a mail to that address asks whether answers may go there. */
export const replyToBody = z.strictObject({ address: z.string().max(320) });

/** As recipients see it, beside the address of who sends. */
export const shownBrand = z.object({
  name: z.string(),
  logoUrl: z.string().nullable(),
  /** The colour by day, and its shade by night. */
  colour: z.object({ day: z.string(), night: z.string() }).nullable(),
});
export type ShownBrand = z.infer<typeof shownBrand>;
