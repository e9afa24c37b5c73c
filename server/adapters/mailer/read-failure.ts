import { judgeAnswer, type SmtpStep } from '#core/mail/judge-answer.ts';
import { problemForSender, type MailProblem } from '#core/mail/mail-problem.ts';
import type { Delivery, ServerProblem } from '../../ports/mailer.ts';

/** A failed delivery attempt as reported by the mail library. */
export type SmtpError = {
  responseCode?: number;
  response?: string;
  code?: string;
  message?: string;
  command?: string;
};

/** Classifies a failed attempt by its cause: the mail, its recipient, or the mail server. */
export function readFailure(error: SmtpError): Delivery {
  const judged = judge(error);
  const words = wordsOf(error);
  if (judged === undefined) return { state: 'deferred', reply: words };
  if (judged.whose === 'service') {
    const { trouble: kind, all, pauses } = judged;
    const reply = kind === 'unreachable' ? words : problemForSender(kind);
    return { state: 'deferred', reply, trouble: { kind, all, pauses, words } };
  }
  if (judged.whose === 'nobody') return { state: 'deferred', reply: words };
  if (judged.whose === 'recipient') return { state: judged.later ? 'deferred' : 'bounced', reply: words };
  return { state: 'bounced', reply: words, about: judged.tooLarge ? 'size' : 'message' };
}

/** Classifies a failed connection test. Without a mail, every failure is caused by the server. */
export function serverProblemOf(error: SmtpError): ServerProblem {
  const judged = judge(error);
  const kind = judged?.whose === 'service' ? judged.trouble : 'unreachable';
  return { kind, all: true, pauses: kind !== 'unreachable', words: wordsOf(error) };
}

/** Returns undefined if the server was reached but gave no response. */
function judge(error: SmtpError): ReturnType<typeof judgeAnswer> | undefined {
  const below = troubleBelow(error);
  if (below !== undefined) {
    // An unreachable server can be retried at no cost, so other emails do not pause.
    return { whose: 'service', trouble: below, all: true, pauses: below !== 'unreachable' };
  }
  const { response, responseCode: code, command = '' } = error;
  if (error.code === 'EMESSAGE' && response === undefined && command === 'MAIL FROM')
    return { whose: 'message', tooLarge: true };
  if (response === undefined || code === undefined || code < 400) return undefined;
  return judgeAnswer({ step: stepOf(command, error.code), code, text: response });
}

/** Start of the messages that oauth-token.ts writes. */
const tokenWords = /^The token server /;
const certificateWords = /certificate|altnames|self.signed|unable to verify|CERT_/i;
/**
 * The server was not reached or sent no greeting. A connection that breaks later says nothing about other
 * mails.
 */
const unreachable =
  /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|Greeting never received|Connection timeout)\b/;

/** Returns a problem below the SMTP level: no response, or a connection that could not be encrypted. */
function troubleBelow({ code, message = '', response }: SmtpError): MailProblem | undefined {
  if (code === 'EAUTH') return tokenWords.test(message) ? 'token' : 'sign-in';
  if (response !== undefined) return undefined;
  if (code === 'ETLS' || code === 'ESOCKET') {
    if (certificateWords.test(message)) return 'certificate';
    if (code === 'ETLS' || /ssl|tls/i.test(message)) return 'encryption';
  }
  return code === 'EDNS' || unreachable.test(message) ? 'unreachable' : undefined;
}

const steps: Record<string, SmtpStep> = {
  CONN: 'connect',
  EHLO: 'connect',
  HELO: 'connect',
  LHLO: 'connect',
  STARTTLS: 'starttls',
  AUTH: 'auth',
  MAIL: 'mail',
  RCPT: 'rcpt',
  DATA: 'data',
};

function stepOf(command: string, code: string | undefined): SmtpStep {
  // If the server closes a pooled connection between two mails, the library reports its last message here.
  return steps[command.split(' ')[0] ?? ''] ?? (code === 'EMESSAGE' ? 'data' : 'connect');
}

/** Returns the server's message, or the library's without the operator's host and port. */
function wordsOf({ response, responseCode, code, message = '' }: SmtpError): string {
  if (tokenWords.test(message)) return message.slice(0, 300);
  if (response !== undefined && responseCode !== undefined)
    return response.replaceAll(/\s+/g, ' ').slice(0, 300);
  if (code === 'ETLS' || code === 'ESOCKET') {
    if (certificateWords.test(message))
      return `The certificate of the mail server is not trusted: ${message.slice(0, 200)}`;
    if (code === 'ETLS') return 'The mail server offers no encryption';
  }
  const why = /\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? code ?? 'unknown';
  return `The mail server did not answer (${why})`;
}
