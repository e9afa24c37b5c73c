/**
 * Why the installation's mail server refuses its emails. The operator can fix each of these problems, and
 * recipients cannot.
 */
export const mailProblems = [
  'unreachable',
  'encryption',
  'certificate',
  'sign-in',
  'token',
  'sender',
  'relay',
  'blocked',
  'quota',
  'policy',
  'protocol',
] as const;
export type MailProblem = (typeof mailProblems)[number];

/**
 * Texts for senders that continue the sentence "The mail server of this service". They reveal neither the
 * operator's credentials nor the server's name.
 */
const words: Record<MailProblem, string> = {
  unreachable: 'does not answer',
  encryption: 'offers no encryption that could be trusted, so nothing was sent to it',
  certificate: 'has a certificate that is not trusted, so nothing was sent to it',
  'sign-in': 'does not accept the sign-in of this service',
  token: 'cannot be signed in to, because the token for it was refused',
  sender: 'does not accept the sender address of this service',
  relay: 'does not relay emails of this service',
  blocked: 'blocks this service',
  quota: 'has reached its sending limit',
  policy: 'refuses this email by one of its own rules',
  protocol: 'did not understand our requests',
};

/** Returns the problem as a sentence without the final period. */
export function problemOf(trouble: MailProblem): string {
  return `The mail server of this service ${words[trouble]}`;
}

/** Returns a sentence for the sender of an email that is delayed by the installation's own mail server. */
export function problemForSender(trouble: MailProblem): string {
  return `${problemOf(trouble)}. Its operator can see this, and the email is sent as soon as it is fixed`;
}

const mends: Record<MailProblem, string> = {
  unreachable: 'Check the host and port of SMTP_URL, the firewall, and whether the mail server is running.',
  encryption:
    'Use smtps://, let the mail server offer STARTTLS, or set SMTP_TLS=optional if the network in between is yours.',
  certificate:
    'Give the mail server a certificate for its host name from a known authority, or name your own authority with NODE_EXTRA_CA_CERTS.',
  'sign-in':
    'Check the user and password in SMTP_URL, or, with SMTP_OAUTH_CLIENT_ID, whether this mailbox may send by SMTP.',
  token:
    'Check SMTP_OAUTH_TOKEN_URL, the client and its secret, and whether the refresh token has expired or the application has lost its permission.',
  sender:
    'Let the mail server accept MAIL_FROM for this user, or set MAIL_FROM to an address that it accepts.',
  relay: 'Let the mail server relay for this host, or put a user and password into SMTP_URL.',
  blocked:
    'The address of this host is on a block list. Ask for its removal, or send through a mail provider.',
  quota: 'Raise the sending limit at the mail provider, or wait until it resets.',
  policy:
    'Read the response of the mail server. It rejects emails from this host because of SPF, DKIM, DMARC or a content rule.',
  protocol: 'Check that SMTP_URL names a mail server that accepts submissions, and not another service.',
};

/** Returns a sentence for the operator about how to fix the problem. */
export function mailProblemFix(trouble: MailProblem): string {
  return mends[trouble];
}
