import { createTransport } from 'nodemailer';
import type { Mail, Mailer, ServerTrouble } from '../../ports/mailer.ts';
import { buildMessage } from './build-message.ts';
import { readFailure, troubleIn, type SmtpError } from './read-failure.ts';

/** How long a server is waited for, in ms. */
export type SmtpPatience = {
  /** For a connection and its greeting. */
  greeting: number;
  /** For each answer, that to the end of the message above all. */
  answer: number;
  /** For all of it, also where the server says a little now and then. */
  whole: number;
};

/**
 * RFC 5321 §4.5.3.2: five minutes for most answers, ten for the one after the message. Who waits less sends again
 * what the server has taken. The job of a mail is given more time than the whole (server/jobs/jobs.ts).
 */
export const patience: SmtpPatience = { greeting: 60_000, answer: 600_000, whole: 900_000 };

/**
 * Hands mails to an SMTP server (`smtp://` or `smtps://` with user and password in the address). Every wait is
 * bounded, so that a server that stalls costs one job and no more (F-04).
 */
export function openSmtp(
  url: string,
  { requireTls }: { requireTls: boolean },
  { greeting, answer, whole } = patience,
): Mailer {
  const settings = {
    url,
    // Without it the library goes on in clear where a server, or somebody in between, does not offer STARTTLS (S-42).
    requireTLS: requireTls,
    // Where encryption is optional, a self-signed certificate is no worse than none: mail servers on this
    // machine offer STARTTLS with one that they made themselves.
    ...(!requireTls && !url.startsWith('smtps:') && { tls: { rejectUnauthorized: false } }),
    connectionTimeout: greeting,
    greetingTimeout: greeting,
    socketTimeout: answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // As many connections as jobs that mail at the same time: none waits for another one's stalled server.
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
        return readFailure(error as SmtpError);
      }
    },
    findTrouble: () => troubleNow(settings),
    close: () => Promise.resolve(transport.close()),
  };
}

type Transport = Parameters<typeof createTransport>[0];

/** Connects, signs in and says goodbye, on a connection of its own: all of the others may be waiting. */
async function troubleNow(settings: object): Promise<ServerTrouble | undefined> {
  const soon = { connectionTimeout: 4000, greetingTimeout: 4000, socketTimeout: 4000 };
  const transport = createTransport({ ...settings, ...soon } as Transport);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return troubleIn(error as SmtpError);
  } finally {
    transport.close();
  }
}

/**
 * Asks a server that knows delivery reports (RFC 3461) to say when it fails and when it takes long,
 * by the name that we know the mail by, and to send the headers back only. The rest holds somebody's signing link.
 */
function reportsWanted(mail: Mail) {
  return { ret: 'HDRS' as const, envid: mail.messageId, notify: ['FAILURE' as const, 'DELAY' as const] };
}
