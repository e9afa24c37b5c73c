import { z } from 'zod';

/**
 * Clients for signing in with Google and with Microsoft, next to the embedded provider. Register
 * PUBLIC_URL/api/auth/callback/google and /microsoft as redirect URIs. Microsoft must state the optional claims email
 * and xms_edov.
 */
export const signInWithSettings = {
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
};
type Value = { [Name in keyof typeof signInWithSettings]?: string | undefined };

/** Providers to sign in with next to the embedded one. */
export type SignInWith = Partial<Record<'google' | 'microsoft', { clientId: string; clientSecret: string }>>;

export function readSignInWith(value: Value): SignInWith {
  const client = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined;
  const google = client(value.GOOGLE_CLIENT_ID, value.GOOGLE_CLIENT_SECRET);
  const microsoft = client(value.MICROSOFT_CLIENT_ID, value.MICROSOFT_CLIENT_SECRET);
  return { ...(google && { google }), ...(microsoft && { microsoft }) };
}

/** Checks settings that depend on each other; undefined if they are valid. */
export function signInWithApart(value: Value & { OIDC_ISSUER?: string | undefined }): string | undefined {
  for (const name of ['GOOGLE', 'MICROSOFT'] as const) {
    const [id, secret] = [value[`${name}_CLIENT_ID`], value[`${name}_CLIENT_SECRET`]];
    if (Boolean(id) !== Boolean(secret))
      return `${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both or none.`;
    if (id && value.OIDC_ISSUER)
      return `${name}_CLIENT_ID belongs to the embedded provider: leave out OIDC_ISSUER.`;
  }
  return undefined;
}
