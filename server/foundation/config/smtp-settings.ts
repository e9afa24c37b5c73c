import { z } from 'zod';
import { isLoopback } from './host-names.ts';
import { address, oneOf, serverAddress } from './setting-kinds.ts';

export const smtpSettings = {
  /** URL of the mail server. Without it, emails are written to DATA_DIR/outbox. */
  SMTP_URL: serverAddress(['smtp', 'smtps'], 'smtps://user:password@mail.example.org').optional(),
  /**
   * Whether smtp:// requires STARTTLS (S-42). smtps:// always uses TLS, and a server on the local machine
   * needs none.
   */
  SMTP_TLS: oneOf(['required', 'optional']).default('required'),
  /**
   * Signs in to the mail server with OAuth 2.0 instead of a password, as Microsoft 365 and Google require.
   */
  SMTP_OAUTH_CLIENT_ID: z.string().min(1).optional(),
  SMTP_OAUTH_CLIENT_SECRET: z.string().min(1).optional(),
  SMTP_OAUTH_TOKEN_URL: address(['https:', 'http:'], 'https://oauth2.googleapis.com/token').optional(),
  /** Refresh token from a person who signed in once to the mailbox (Google). */
  SMTP_OAUTH_REFRESH_TOKEN: z.string().min(1).optional(),
  /**
   * Instead of a refresh token, the application can have its own permission (Microsoft 365, client
   * credentials).
   */
  SMTP_OAUTH_SCOPE: z.string().min(1).optional(),
};

const oauthNames = [
  'SMTP_OAUTH_CLIENT_ID',
  'SMTP_OAUTH_CLIENT_SECRET',
  'SMTP_OAUTH_TOKEN_URL',
  'SMTP_OAUTH_REFRESH_TOKEN',
  'SMTP_OAUTH_SCOPE',
] as const;

type Values = { SMTP_TLS: 'required' | 'optional' } & {
  [name in 'SMTP_URL' | (typeof oauthNames)[number]]?: string | undefined;
};

export type SmtpOAuth = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  grant: { refreshToken: string } | { scope: string };
};

export type SmtpSettings = {
  smtpUrl: string | undefined;
  /** True if emails may only be sent over TLS. */
  smtpRequiresTls: boolean;
  /** Signs in to the mail server without a password. */
  smtpOAuth: SmtpOAuth | undefined;
};

export function readSmtp(value: Values): SmtpSettings {
  const { SMTP_URL: url, SMTP_TLS: tls } = value;
  return {
    smtpUrl: url,
    smtpRequiresTls: url !== undefined && tls === 'required' && !isLoopback(new URL(url).hostname),
    smtpOAuth: readOAuth(value),
  };
}

/**
 * Returns the port in SMTP_URL. The default is the submission port for implicit TLS or for STARTTLS (RFC
 * 8314).
 */
export function smtpPort(url: string): number {
  const { port, protocol } = new URL(url);
  return Number(port) || (protocol === 'smtps:' ? 465 : 587);
}

function readOAuth(value: Values): SmtpOAuth | undefined {
  const { SMTP_OAUTH_CLIENT_ID: clientId, SMTP_OAUTH_CLIENT_SECRET: clientSecret } = value;
  const { SMTP_OAUTH_TOKEN_URL: tokenUrl, SMTP_OAUTH_REFRESH_TOKEN: refreshToken } = value;
  if (!clientId || !clientSecret || !tokenUrl) return undefined;
  const grant = refreshToken ? { refreshToken } : { scope: value.SMTP_OAUTH_SCOPE! };
  return { tokenUrl, clientId, clientSecret, grant };
}

/** Returns a message that names a missing or invalid setting, or undefined if all or none are set. */
export function smtpApart(value: Values): string | undefined {
  const given = oauthNames.find((name) => value[name] !== undefined);
  if (given === undefined) return undefined;
  if (value.SMTP_URL === undefined || new URL(value.SMTP_URL).username === '')
    return `${given} needs the mailbox in SMTP_URL: smtp://office%40example.org@smtp.office365.com:587, without a password.`;
  const needed = ['SMTP_OAUTH_CLIENT_ID', 'SMTP_OAUTH_CLIENT_SECRET', 'SMTP_OAUTH_TOKEN_URL'] as const;
  const missing = needed.find((name) => value[name] === undefined);
  if (missing)
    return `${given} needs ${missing}: set it, or none of the settings that begin with SMTP_OAUTH_.`;
  if (Boolean(value.SMTP_OAUTH_REFRESH_TOKEN) === Boolean(value.SMTP_OAUTH_SCOPE))
    return 'Set either SMTP_OAUTH_REFRESH_TOKEN (Google) or SMTP_OAUTH_SCOPE (Microsoft 365), and not both.';
  const url = new URL(value.SMTP_OAUTH_TOKEN_URL!);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return 'SMTP_OAUTH_TOKEN_URL must start with https:// unless it is on this machine.';
  return undefined;
}
