import { createTransport } from 'nodemailer';
import type { Delivery, Mailer } from '../../ports/mailer.ts';
import { buildMessage } from './build-message.ts';

/** What the mail library reports of a failed try. */
type SmtpError = {
  responseCode?: number;
  response?: string;
  code?: string;
  message?: string;
  command?: string;
};

/**
 * Hands mails to an SMTP server (`smtp://` or `smtps://` with user and password in the address). Every wait is
 * bounded, so that a server that stalls costs one job and no more (F-04).
 */
export function openSmtp(url: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  return {
    async deliver(mail) {
      try {
        const sent = (await transport.sendMail(buildMessage(mail))) as { response?: string };
        return { state: 'accepted', reply: sent.response ?? '250' };
      } catch (error) {
        return failure(error as SmtpError);
      }
    },
    close: () => Promise.resolve(transport.close()),
  };
}

/**
 * A 5xx answer to this recipient or message is final. Everything else, a refused login included, says something
 * about the server and not about the address: it is tried again.
 */
function failure(error: SmtpError): Delivery {
  const reply = (error.response ?? error.message ?? 'no answer').replaceAll(/\s+/g, ' ').slice(0, 300);
  const aboutThisMail =
    error.command !== undefined &&
    !['CONN', 'AUTH', 'EHLO', 'STARTTLS'].includes(error.command.split(' ')[0] ?? '');
  const final =
    (error.responseCode ?? 0) >= 500 &&
    (error.responseCode ?? 0) < 600 &&
    error.code !== 'EAUTH' &&
    aboutThisMail;
  return { state: final ? 'bounced' : 'deferred', reply };
}
