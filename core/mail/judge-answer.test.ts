import { expect, test } from 'vitest';
import { judgeAnswer, type MailFault, type SmtpStep } from './judge-answer.ts';
import { mailProblems, mailProblemFix, problemForSender } from './mail-problem.ts';

const nobody: MailFault = { whose: 'nobody' };
const recipient: MailFault = { whose: 'recipient', later: false };
const full: MailFault = { whose: 'recipient', later: true };
const large: MailFault = { whose: 'message', tooLarge: true };
const message: MailFault = { whose: 'message', tooLarge: false };
type Service = Extract<MailFault, { whose: 'service' }>;
type Expected = Exclude<MailFault, Service> | Omit<Service, 'pauses'>;
const all = (trouble: Service['trouble']): Expected => ({ whose: 'service', trouble, all: true });
const one = (trouble: Service['trouble']): Expected => ({ whose: 'service', trouble, all: false });

/** Responses of real servers: Postfix, Exim, Exchange Online, Gmail, and servers that send no enhanced codes. */
const answers: [SmtpStep, string, Expected][] = [
  ['connect', '421 4.3.2 Service shutting down', nobody],
  [
    'connect',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    all('blocked'),
  ],
  ['connect', '502 5.5.2 Error: command not recognized', all('protocol')],
  ['connect', '530 5.7.0 Must issue a STARTTLS command first', all('sign-in')],
  ['starttls', '454 4.7.0 TLS not available due to temporary reason', all('encryption')],
  ['auth', '535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6', all('sign-in')],
  ['auth', '454 4.7.0 Temporary authentication failure', all('sign-in')],
  ['auth', '534 5.7.9 Application-specific password required', all('sign-in')],
  ['mail', '530 5.7.57 Client not authenticated to send mail', all('sign-in')],
  ['mail', '530 5.7.0 Authentication Required', all('sign-in')],
  ['mail', '553 5.7.1 <sign@harbour.example>: Sender address rejected: not owned by user', all('sender')],
  ['mail', '550 5.7.60 SMTP; Client does not have permissions to send as this sender', all('sender')],
  ['mail', '501 5.1.7 Invalid address', all('sender')],
  ['mail', '550 Sender verify failed', all('sender')],
  ['mail', '550 5.4.5 Daily user sending limit exceeded', all('quota')],
  ['mail', '452 4.3.1 Insufficient system storage', nobody],
  ['mail', '451 4.4.5 Sending limit reached', all('quota')],
  ['mail', '450 4.7.1 Error: too much mail from 192.0.2.1', all('quota')],
  ['mail', '552 5.3.4 Message size exceeds fixed limit', large],
  ['mail', '503 5.5.1 Error: nested MAIL command', all('protocol')],
  ['mail', '421 4.7.0 Try again later', nobody],
  ['rcpt', '550 5.1.1 <nemo@harbour.example>: Recipient address rejected: User unknown', recipient],
  ['rcpt', '550 No such user here', recipient],
  ['rcpt', '553 5.1.3 Invalid address format', recipient],
  ['rcpt', '550 5.1.2 Host unknown', recipient],
  ['rcpt', '550 5.2.1 The email account that you tried to reach is disabled', recipient],
  ['rcpt', '550 5.4.1 Recipient address rejected: Access denied', recipient],
  ['rcpt', '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required', recipient],
  ['rcpt', '551 User not local', recipient],
  ['rcpt', '450 4.2.0 Greylisted, try again in 300 seconds', nobody],
  ['rcpt', '452 4.2.2 Mailbox full', full],
  ['rcpt', '452 Mailbox full', full],
  ['rcpt', '552 5.2.2 Mailbox is over quota', full],
  ['rcpt', '552 5.2.3 Message length exceeds administrative limit', large],
  ['rcpt', '554 5.7.1 <grace@harbour.example>: Relay access denied', all('relay')],
  ['rcpt', '550 relay not permitted', all('relay')],
  ['rcpt', '454 4.7.1 <grace@elsewhere.example>: Relay access denied', all('relay')],
  ['rcpt', '553 5.7.1 <sign@harbour.example>: Sender address rejected: not owned by user', all('sender')],
  ['rcpt', '450 4.1.8 <sign@harbour.example>: Sender address rejected: Domain not found', all('sender')],
  ['rcpt', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using bl.example', all('blocked')],
  ['rcpt', '530 5.7.1 Authentication required', all('sign-in')],
  ['rcpt', '550 5.7.705 Access denied, tenant has exceeded threshold', all('quota')],
  ['rcpt', '550 5.7.1 Recipient not authorized, your IP has been found on a blacklist', all('blocked')],
  ['rcpt', '550 5.7.1 Access denied by policy', one('policy')],
  ['rcpt', '503 5.5.1 Error: need MAIL command', one('protocol')],
  ['data', '552 5.3.4 Message file too big', large],
  ['data', '552 Message size exceeds maximum permitted', large],
  ['data', '554 5.3.4 Message too big for system', large],
  ['data', '552 5.2.2 Mailbox is over quota', full],
  ['data', '550 5.4.5 Daily SMTP relay limit exceeded for user', all('quota')],
  [
    'data',
    '550 5.7.26 This mail has been blocked because the sender is unauthenticated (DMARC)',
    one('policy'),
  ],
  ['data', '554 5.7.1 Message rejected as spam', one('policy')],
  ['data', '554 5.6.0 Message content rejected', message],
  ['data', '554 Not wanted', message],
  ['data', '451 4.3.0 Try later', nobody],
  ['data', '550 5.1.1 User unknown', recipient],
  ['data', '500 5.5.2 Error: bad syntax', one('protocol')],
];

test.for(answers)('during %s, "%s" is attributed to the party at fault', ([step, text, expected]) => {
  expect(judgeAnswer({ step, code: Number(text.slice(0, 3)), text })).toMatchObject(expected);
});

test.for(answers)('during %s, "%s" does not pause email once a recipient was named', ([step, text]) => {
  const judged = judgeAnswer({ step, code: Number(text.slice(0, 3)), text });
  const pauses = judged.whose === 'service' && judged.pauses;
  if (step === 'rcpt' || step === 'data') expect(pauses).toBe(false);
  else expect(pauses).toBe(judged.whose === 'service');
});

test('every problem has a sentence for senders that does not quote the server, and a fix for the operator', () => {
  for (const trouble of mailProblems) {
    expect(problemForSender(trouble)).toMatch(/^The mail server of this service .+ is fixed$/);
    expect(mailProblemFix(trouble)).toMatch(/\.$/);
  }
});
