import { z } from 'zod';

const role = z.enum(['member', 'viewer']);

/** GET /api/team/sign-on; null while nothing is set up. The secret never leaves the server. */
export const signOnAnswer = z.object({
  signOn: z
    .object({
      issuer: z.string(),
      clientId: z.string(),
      domain: z.string(),
      role,
      /** The DNS record (TXT) that proves the domain. */
      record: z.object({ name: z.string(), value: z.string() }),
      /** Since when it has been found there. */
      claimedAt: z.string().nullable(),
      enforced: z.boolean(),
    })
    .nullable(),
  /** To be set at the provider as the address to come back to. */
  redirectUri: z.string(),
  /** Where people of the domain begin. */
  startUri: z.string().nullable(),
});
export type SignOnAnswer = z.infer<typeof signOnAnswer>;

/** PUT /api/team/sign-on. Without a secret the one that is there stays, while issuer and client are the same. */
export const signOnBody = z.strictObject({
  issuer: z.url().max(1000),
  clientId: z.string().trim().min(1).max(500),
  clientSecret: z.string().min(1).max(2000).optional(),
  domain: z.string().max(253),
  role,
});

/** PUT /api/team/sign-on/enforced */
export const signOnEnforced = z.strictObject({ enforced: z.boolean() });
