import { z } from 'zod';
import type { SmtpOAuth } from '../../foundation/config/smtp-settings.ts';

export type AccessToken = { value: string; /** Time in ms UTC. */ expiresAt: number };

/** The token server returned no token. The message contains the server's response, but no secret. */
export class TokenRefused extends Error {}

const patience = 30_000;
/** A token that expires within this many milliseconds is no longer used. */
const margin = 60_000;

const answerShape = z.object({
  access_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
});

/**
 * Returns access tokens for the mail server (RFC 6749 §4.4, §6), requesting one at a time. `forget` discards
 * a token that the mail server refused. If the token server returns a new refresh token, it is used until the
 * process ends.
 */
export function accessTokens(oauth: SmtpOAuth, now: () => number = Date.now) {
  let { grant } = oauth;
  let current: AccessToken | undefined;
  let asking: Promise<AccessToken> | undefined;
  const ask = async (): Promise<AccessToken> => {
    const answer = await request(oauth, grant);
    if ('refreshToken' in grant && answer.refresh_token) grant = { refreshToken: answer.refresh_token };
    if (answer.access_token === undefined) throw new TokenRefused(refusal(answer));
    const lifetime = (answer.expires_in ?? 3600) * 1000;
    return (current = { value: answer.access_token, expiresAt: now() + lifetime });
  };
  return {
    async get({ renew }: { renew: boolean }): Promise<AccessToken> {
      if (!renew && current && current.expiresAt - margin > now()) return current;
      asking ??= ask().finally(() => (asking = undefined));
      return asking;
    },
    /** Discards the token after the mail server refused it, so that the next sign-in requests a new one. */
    forget: () => void (current = undefined),
  };
}

async function request(
  { tokenUrl, clientId, clientSecret }: SmtpOAuth,
  grant: SmtpOAuth['grant'],
): Promise<z.output<typeof answerShape>> {
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    ...('scope' in grant
      ? { grant_type: 'client_credentials', scope: grant.scope }
      : { grant_type: 'refresh_token', refresh_token: grant.refreshToken }),
  });
  const signal = AbortSignal.timeout(patience);
  let response: Response;
  try {
    response = await fetch(tokenUrl, { method: 'POST', body, redirect: 'error', signal });
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name;
    throw new TokenRefused(`The token server did not answer (${cause})`);
  }
  const text = (await response.text().catch(() => '')).slice(0, 100_000);
  const answer = answerShape.safeParse(parsed(text));
  if (!answer.success) throw new TokenRefused(`The token server answered ${response.status} without a token`);
  return answer.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal({ error, error_description: about }: z.output<typeof answerShape>): string {
  const words = [error, about].filter(Boolean).join(': ').replaceAll(/\s+/g, ' ');
  return `The token server refused: ${words === '' ? 'it returned no token' : words}`.slice(0, 300);
}
