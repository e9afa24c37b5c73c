import type { MailProblem } from './mail-problem.ts';

/** SMTP step at which a server refused the email (RFC 5321 §4.1). `connect` includes the greeting and EHLO. */
export type SmtpStep = 'connect' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data';

/** A response with which a mail server refused an email. */
export type SmtpAnswer = {
  step: SmtpStep;
  /** Three-digit code (RFC 5321 §4.2), 400 to 599. */
  code: number;
  /** All lines of the response, including the enhanced status code of RFC 3463 if there is one. */
  text: string;
};

/** The party that is at fault for a refusal and has to act. */
export type MailFault =
  /** A temporary refusal. The same email can be retried. */
  | { whose: 'nobody' }
  /**
   * The address does not accept the email. `later` is true if it may accept it within a day, for example when a
   * mailbox is full.
   */
  | { whose: 'recipient'; later: boolean }
  /** The email itself was permanently refused. */
  | { whose: 'message'; tooLarge: boolean }
  /**
   * The mail server refuses this installation. `all`: it would also refuse every other email. `pauses`: it
   * refused before a recipient was named. After that, the response may come from the recipient's server, so it
   * must not delay other emails.
   */
  | { whose: 'service'; trouble: MailProblem; all: boolean; pauses: boolean };

/**
 * Classifies a mail server's refusal by step, reply code and enhanced status code (RFC 5321, RFC 3463, RFC
 * 5248). Without an enhanced code, well-known phrases decide. Most servers that respond with only `554` refuse
 * relaying.
 */
export function judgeAnswer(answer: SmtpAnswer): MailFault {
  const judged = judge(answer);
  const isEarly = answer.step !== 'rcpt' && answer.step !== 'data';
  return judged.whose === 'service' ? { ...judged, pauses: judged.all && isEarly } : judged;
}

type Judged =
  | Exclude<MailFault, { whose: 'service' }>
  | { whose: 'service'; trouble: MailProblem; all: boolean };

function judge({ step, code, text }: SmtpAnswer): Judged {
  const status = enhancedCode(text);
  if (step === 'connect' || step === 'starttls' || step === 'auth') return aboutConnection(step, code, text);
  if (isTooLarge(step, code, status, text)) return { whose: 'message', tooLarge: true };
  if (isQuota(step, status, text)) return service('quota');
  // Postfix checks the sender only after RCPT TO (smtpd_delay_reject), and Debian's default postpones the relay
  // check.
  if (step === 'rcpt' && senderWords.test(text)) return service('sender');
  if (step === 'rcpt' && relayWords.test(text)) return service('relay');
  if (code < 500) return isFull(status, text) ? { whose: 'recipient', later: true } : { whose: 'nobody' };
  if (step === 'mail') return service(atSender(code, status, text));
  return step === 'rcpt' ? atRecipient(code, status, text) : atMessage(code, status, text);
}

const service = (trouble: MailProblem, all = true): Judged => ({ whose: 'service', trouble, all });

/** Returns the enhanced code in the first line, such as "5.1.1", or undefined. */
function enhancedCode(text: string): string | undefined {
  return /^(?:\d{3}[ -])?\s*([245]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1];
}

function aboutConnection(step: SmtpStep, code: number, text: string): Judged {
  if (step === 'auth') return service('sign-in');
  if (step === 'starttls') return service('encryption');
  // Code 421 means that the server is busy or restarting, which is not a problem of this installation.
  if (code < 500) return { whose: 'nobody' };
  if (needsSignIn(code, undefined, text)) return service('sign-in');
  return service(code === 500 || code === 502 ? 'protocol' : 'blocked');
}

function isTooLarge(step: SmtpStep, code: number, status: string | undefined, text: string): boolean {
  if (code < 500) return false;
  if (status === '5.3.4' || status === '5.2.3') return true;
  if (step === 'rcpt' && code === 552) return /size|too (big|large)/i.test(text) && !isFull(status, text);
  return code === 552 && status === undefined && !isFull(status, text) && !quotaWords.test(text);
}

const quotaWords =
  /(sending|message|submission|user|hourly|daily|account).{0,30}(quota|limit|rate)|too many (messages|emails|mails|recipients)|too much mail from|tenant.{0,20}exceeded/i;

/** Detects that this installation has reached its sending limit, as opposed to a recipient's full mailbox. */
function isQuota(step: SmtpStep, status: string | undefined, text: string): boolean {
  if (isFull(status, text)) return false;
  if (status === '5.4.5' || status === '4.4.5' || /^5\.7\.(70[5-9]|750)$/.test(status ?? '')) return true;
  return step !== 'rcpt' && status?.startsWith('5.1') !== true && quotaWords.test(text);
}

function isFull(status: string | undefined, text: string): boolean {
  if (status?.endsWith('.2.2')) return true;
  return (
    status === undefined && /mailbox.{0,20}full|over ?quota|quota exceeded for (user|mailbox)/i.test(text)
  );
}

function needsSignIn(code: number, status: string | undefined, text: string): boolean {
  if (code === 530 || code === 534 || code === 535 || code === 538) return true;
  return (
    status !== '5.1.1' &&
    /authentication (is )?required|must (authenticate|issue a starttls)|not authenticated/i.test(text)
  );
}

const blockWords =
  /\b(block ?list|black ?list|dnsbl|rbl|spamhaus|spamcop|barracuda)|client host.{0,40}(blocked|rejected)|(ip|host|server).{0,30}(is )?blocked|poor reputation/i;
const senderWords = /sender address rejected/i;
const relayWords =
  /relay(ing)?\b.{0,30}(denied|not (permitted|allowed)|prohibited|access)|(unable|not allowed) to relay|we do not relay/i;

/** MAIL FROM is the same in every email of the installation. */
function atSender(code: number, status: string | undefined, text: string): MailProblem {
  if (needsSignIn(code, status, text)) return 'sign-in';
  if (blockWords.test(text)) return 'blocked';
  if (relayWords.test(text)) return 'relay';
  if (status?.startsWith('5.5') || (status === undefined && [500, 502, 503, 504].includes(code)))
    return 'protocol';
  return 'sender';
}

function atRecipient(code: number, status: string | undefined, text: string): Judged {
  if (status?.startsWith('5.1') || status === '5.2.1' || status === '5.4.1' || status === '5.4.4')
    return { whose: 'recipient', later: false };
  if (status !== undefined && closedMailbox.has(status)) return { whose: 'recipient', later: false };
  if (isFull(status, text)) return { whose: 'recipient', later: true };
  if (needsSignIn(code, status, text)) return service('sign-in');
  if (relayWords.test(text)) return service('relay');
  if (blockWords.test(text)) return service('blocked');
  if (status?.startsWith('5.7')) return service('policy', false);
  if (status?.startsWith('5.5') || (status === undefined && [500, 501, 502, 503, 504].includes(code)))
    return service('protocol', false);
  return { whose: 'recipient', later: false };
}

/**
 * 5.7.13 means a disabled mailbox (RFC 5248). The other codes mean that this mailbox rejects unknown senders,
 * while the server accepts them.
 */
const closedMailbox: ReadonlySet<string> = new Set([
  ...['5.7.2', '5.7.13', '5.7.17', '5.7.18', '5.7.124', '5.7.129', '5.7.133', '5.7.134', '5.7.135'],
]);

/**
 * After the message data, relay and block rules may have examined the content. The refusal therefore implies
 * nothing about other emails.
 */
function atMessage(code: number, status: string | undefined, text: string): Judged {
  if (needsSignIn(code, status, text)) return service('sign-in');
  if (isFull(status, text)) return { whose: 'recipient', later: true };
  if (status?.startsWith('5.1') || status?.startsWith('5.2')) return { whose: 'recipient', later: false };
  if (relayWords.test(text)) return service('relay', false);
  if (blockWords.test(text)) return service('blocked', false);
  if (status?.startsWith('5.7')) return service('policy', false);
  if (status?.startsWith('5.5') || (status === undefined && [500, 501, 502, 503, 504].includes(code)))
    return service('protocol', false);
  return { whose: 'message', tooLarge: false };
}
