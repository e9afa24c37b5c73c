import { z } from 'zod';

const role = z.enum(['member', 'viewer']);

/** GET /api/team/sign-on; null if it is not set up. The secret never leaves the server. */
export const signOnAnswer = z.object({
  signOn: z
    .object({
      issuer: z.string(),
      clientId: z.string(),
      domain: z.string(),
      role,
      /** The DNS TXT record that verifies the domain. */
      record: z.object({ name: z.string(), value: z.string() }),
      /** Time at which it was first found in the DNS. */
      claimedAt: z.string().nullable(),
      enforced: z.boolean(),
    })
    .nullable(),
  /** To be configured at the provider as the redirect URI. */
  redirectUri: z.string(),
  /** URL where people of the domain start. */
  startUri: z.string().nullable(),
});
export type SignOnAnswer = z.infer<typeof signOnAnswer>;

/** PUT /api/team/sign-on. Without a secret the existing one is kept, if issuer and client are unchanged. */
export const signOnBody = z.strictObject({
  issuer: z.url().max(1000),
  clientId: z.string().trim().min(1).max(500),
  clientSecret: z.string().min(1).max(2000).optional(),
  domain: z.string().max(253),
  role,
});

/** PUT /api/team/sign-on/enforced */
export const signOnEnforced = z.strictObject({ enforced: z.boolean() });
