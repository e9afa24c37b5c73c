import type { MailProblem } from '#core/mail/mail-problem.ts';

export type MailPart = { filename: string; mediaType: string; bytes: Uint8Array };

/** One email to one person. Addresses are objects, so that headers cannot be injected (S-16). */
export type Mail = {
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo?: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /**
   * Message-ID without angle brackets. Every attempt to send an email uses the same one, so that duplicates
   * can be recognized.
   */
  messageId: string;
  /** Address for bounces. Default: the sender's address. */
  returnPath?: string;
  /** DKIM key of the sender's domain (RFC 6376) in PEM. Never logged. */
  dkim?: { domain: string; selector: string; privateKey: string };
  /** URL for unsubscribing from emails of this kind, if possible. */
  unsubscribe?: string;
  attachments: MailPart[];
  /** Inline pictures, which the HTML references as `cid:` + id. They are not shown as attachments. */
  pictures?: (MailPart & { id: string })[];
};

/** Why the mail server refuses emails from this installation, for the operator. */
export type ServerProblem = {
  kind: MailProblem;
  /** True if the server would refuse every other email as well. */
  all: boolean;
  /** True if other emails must wait. Only for responses that a recipient's server cannot have caused. */
  pauses: boolean;
  /** The server's own response. It may contain the operator's user name, so senders and logs never get it. */
  words: string;
};

/** The result of a delivery. `reply` is shown to the sender (L-20). */
export type Delivery =
  | { state: 'accepted'; reply: string }
  /** Written to a folder. No mail server was involved and no one received it. */
  | { state: 'written'; reply: string }
  /**
   * Temporary failure that is worth a retry. `trouble` is set if the installation's own mail server caused
   * it, regardless of the recipient.
   */
  | { state: 'deferred'; reply: string; trouble?: ServerProblem }
  /**
   * Permanent failure. Without `about` the address was refused. Otherwise the email was refused, and the
   * address may be valid.
   */
  | { state: 'bounced'; reply: string; about?: 'message' | 'size' };

/** Returns true if the message was handed over, so that it must never be sent again. */
export function isHandedOver(state: string): boolean {
  return state === 'accepted' || state === 'written';
}

export interface Mailer {
  /**
   * Hands the message over. Does not throw for responses of the receiving server or for a folder that cannot
   * be written.
   */
  deliver(mail: Mail): Promise<Delivery>;
  /** Returns why no message can be handed over now (F-11); undefined if one can. Does not send anything. */
  findTrouble(): Promise<ServerProblem | undefined>;
  close(): Promise<void>;
}
