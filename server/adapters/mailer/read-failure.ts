import { judgeAnswer, type SmtpStep } from '#core/mail/judge-answer.ts';
import { troubleForSender, type MailTrouble } from '#core/mail/trouble.ts';
import type { Delivery, ServerTrouble } from '../../ports/mailer.ts';

/** A failed try, as the mail library reports it. */
export type SmtpError = {
  responseCode?: number;
  response?: string;
  code?: string;
  message?: string;
  command?: string;
};

/** Judges a failed try: it is about the mail, its recipient, or the mail server. */
export function readFailure(error: SmtpError): Delivery {
  const judged = judge(error);
  const words = wordsOf(error);
  if (judged === undefined) return { state: 'deferred', reply: words };
  if (judged.whose === 'service') {
    const { trouble: kind, all, pauses } = judged;
    const reply = kind === 'unreachable' ? words : troubleForSender(kind);
    return { state: 'deferred', reply, trouble: { kind, all, pauses, words } };
  }
  if (judged.whose === 'nobody') return { state: 'deferred', reply: words };
  if (judged.whose === 'recipient') return { state: judged.later ? 'deferred' : 'bounced', reply: words };
  return { state: 'bounced', reply: words, about: judged.tooLarge ? 'size' : 'message' };
}

/** The same of a try to connect and sign in that hands nothing over: whatever fails there is about the server. */
export function troubleIn(error: SmtpError): ServerTrouble {
  const judged = judge(error);
  const kind = judged?.whose === 'service' ? judged.trouble : 'unreachable';
  return { kind, all: true, pauses: kind !== 'unreachable', words: wordsOf(error) };
}

/** Undefined where the server gave no answer, after it had been reached. */
function judge(error: SmtpError): ReturnType<typeof judgeAnswer> | undefined {
  const below = troubleBelow(error);
  if (below !== undefined) {
    // A server that does not answer costs nothing to ask again.
    return { whose: 'service', trouble: below, all: true, pauses: below !== 'unreachable' };
  }
  const { response, responseCode: code, command = '' } = error;
  if (error.code === 'EMESSAGE' && response === undefined && command === 'MAIL FROM')
    return { whose: 'message', tooLarge: true };
  if (response === undefined || code === undefined || code < 400) return undefined;
  return judgeAnswer({ step: stepOf(command, error.code), code, text: response });
}

const certificateWords = /certificate|altnames|self.signed|unable to verify|CERT_/i;
/** Nothing was reached, or nothing that greets. A connection that breaks later says nothing about other emails. */
const unreachable =
  /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|Greeting never received|Connection timeout)\b/;

/** Trouble below SMTP: nothing answered, or the connection could not be encrypted. */
function troubleBelow({ code, message = '', response }: SmtpError): MailTrouble | undefined {
  if (code === 'EAUTH') return 'sign-in';
  if (response !== undefined) return undefined;
  if (code === 'ETLS' || code === 'ESOCKET') {
    if (certificateWords.test(message)) return 'certificate';
    if (code === 'ETLS' || /ssl|tls/i.test(message)) return 'encryption';
  }
  return code === 'EDNS' || unreachable.test(message) ? 'unreachable' : undefined;
}

const steps: Record<string, SmtpStep> = {
  ...{ CONN: 'connect', EHLO: 'connect', HELO: 'connect', LHLO: 'connect', STARTTLS: 'starttls' },
  ...{ AUTH: 'auth', MAIL: 'mail', RCPT: 'rcpt', DATA: 'data' },
};

function stepOf(command: string, code: string | undefined): SmtpStep {
  // A pooled connection that the server closes between two mails reports its farewell here.
  return steps[command.split(' ')[0] ?? ''] ?? (code === 'EMESSAGE' ? 'data' : 'connect');
}

/** The server's words; where it had none, so much in ours, without the host and port of the operator's. */
function wordsOf({ response, responseCode, code, message = '' }: SmtpError): string {
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
