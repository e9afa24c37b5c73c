import { z } from 'zod';

/** The branding of an account, unverified. Empty and null values are not shown. */
const brandWords = { name: z.string(), colour: z.string().nullable(), footer: z.string() };

/** GET /api/brand */
export const brandAnswer = z.object({
  ...brandWords,
  /** True if the plan includes branding. Otherwise it is stored but not shown. */
  offered: z.boolean(),
  logoUrl: z.string().nullable(),
  /** Reply-to address of outgoing emails: the confirmed one, and the one awaiting confirmation. */
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

/** POST /api/brand/reply-to: sends an email to the address, asking whether it accepts replies. */
export const replyToBody = z.strictObject({ address: z.string().max(320) });

/** Branding as recipients see it, next to the sender's address. */
export const shownBrand = z.object({
  name: z.string(),
  logoUrl: z.string().nullable(),
  /** The color for light pages, and its shade for dark pages. */
  colour: z.object({ day: z.string(), night: z.string() }).nullable(),
});
export type ShownBrand = z.infer<typeof shownBrand>;
