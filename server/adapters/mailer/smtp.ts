import { createTransport } from 'nodemailer';
import type { Mail, Mailer, ServerProblem } from '../../ports/mailer.ts';
import type { SmtpOAuth } from '../../foundation/config/smtp-settings.ts';
import { accessTokens } from './oauth-token.ts';
import { buildMessage } from './build-message.ts';
import { readFailure, serverProblemOf, type SmtpError } from './read-failure.ts';

/** Timeouts in milliseconds. */
export type SmtpPatience = {
  /** For connecting, and for the greeting. */
  greeting: number;
  /** For each response. The longest wait is for the response to the message itself. */
  answer: number;
  /** For the whole exchange, even if the server keeps sending small amounts. */
  whole: number;
};

/**
 * RFC 5321 §4.5.3.2 asks for five minutes for most responses and ten for the one after the message. With a
 * shorter timeout, mails that the server has accepted would be sent again. The mail job has a longer timeout
 * than `whole` (server/foundation/jobs/jobs.ts).
 */
export const patience: SmtpPatience = { greeting: 60_000, answer: 600_000, whole: 900_000 };

/**
 * Sends mail through an SMTP server (`smtp://` or `smtps://` with user and password in the URL). All waits
 * are limited, so that a stalled server blocks only one job (F-04).
 */
export function openSmtp(
  url: string,
  { requireTls, oauth }: { requireTls: boolean; oauth?: SmtpOAuth | undefined },
  { greeting, answer, whole } = patience,
): Mailer {
  const tokens = oauth && accessTokens(oauth);
  const settings = {
    url,
    // Without this, the library continues unencrypted if the server, or an attacker in between, does not
    // offer STARTTLS (S-42).
    requireTLS: requireTls,
    // Where encryption is optional, a self-signed certificate is still better than none. Mail servers on the
    // local machine offer STARTTLS with such certificates.
    ...(!requireTls && !url.startsWith('smtps:') && { tls: { rejectUnauthorized: false } }),
    ...(tokens && { auth: signInWith(tokens, decodeURIComponent(new URL(url).username)) }),
    connectionTimeout: greeting,
    greetingTimeout: greeting,
    socketTimeout: answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // One connection per concurrent mail job, so that no job waits for another job's stalled server.
  const transport = createTransport({ ...settings, pool: true, maxConnections: 8 } as Transport);
  return {
    async deliver(mail) {
      try {
        const message = {
          ...buildMessage(mail),
          dsn: reportsWanted(mail),
          signal: AbortSignal.timeout(whole),
        };
        const sent = (await transport.sendMail(message)) as { response?: string };
        return { state: 'accepted', reply: sent.response ?? '250' };
      } catch (error) {
        if ((error as SmtpError).code === 'EAUTH') tokens?.forget();
        return readFailure(error as SmtpError);
      }
    },
    findTrouble: () => troubleNow(settings),
    close: () => Promise.resolve(transport.close()),
  };
}

/** The library requests a token for each connection; all connections share one. */
function signInWith(tokens: ReturnType<typeof accessTokens>, user: string) {
  return {
    type: 'OAuth2' as const,
    user,
    provisionCallback(
      _user: string,
      renew: boolean,
      done: (error: Error | null, token?: string, expires?: number) => void,
    ): void {
      tokens.get({ renew }).then(
        ({ value, expiresAt }) => done(null, value, expiresAt),
        (error: unknown) => done(error as Error),
      );
    },
  };
}

type Transport = Parameters<typeof createTransport>[0];

/** Connects, signs in and disconnects on a separate connection, because all pooled ones may be busy. */
async function troubleNow(settings: object): Promise<ServerProblem | undefined> {
  const soon = { connectionTimeout: 4000, greetingTimeout: 4000, socketTimeout: 4000 };
  const transport = createTransport({ ...settings, ...soon } as Transport);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return serverProblemOf(error as SmtpError);
  } finally {
    transport.close();
  }
}

/**
 * Requests delivery status notifications (RFC 3461) for failures and delays, with our id for the mail. Only
 * headers may be returned, because the body contains a recipient's signing link.
 */
function reportsWanted(mail: Mail) {
  return { ret: 'HDRS' as const, envid: mail.messageId, notify: ['FAILURE' as const, 'DELAY' as const] };
}
