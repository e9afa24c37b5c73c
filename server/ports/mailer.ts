import type { MailProblem } from '#core/mail/mail-problem.ts';

export type MailPart = { filename: string; mediaType: string; bytes: Uint8Array };

/** One email to one person. Addresses are objects, which prevents header injection (S-16). */
export type Mail = {
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo?: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** The same for every attempt of an email, so that duplicates are recognizable. Without brackets. */
  messageId: string;
  /** Address for bounces; defaults to the sender's address. */
  returnPath?: string;
  /** DKIM key of the sender's domain (RFC 6376), PEM; never logged. */
  dkim?: { domain: string; selector: string; privateKey: string };
  /** Address for unsubscribing from emails of this kind, where possible. */
  unsubscribe?: string;
  attachments: MailPart[];
  /** Inline pictures that the HTML references as `cid:` + id; not shown as attachments. */
  pictures?: (MailPart & { id: string })[];
};

/** Why the mail server accepts no email from this installation, for the operator. */
export type ServerProblem = {
  kind: MailProblem;
  /** True if every other email would be refused as well. */
  all: boolean;
  /** True if other emails wait: for responses that no recipient's server can have caused. */
  pauses: boolean;
  /**
   * The server's own response. It may contain the operator's sign-in name, so senders and logs never get it.
   */
  words: string;
};

/** The result of a delivery, with the reply that the sender may read (L-20). */
export type Delivery =
  | { state: 'accepted'; reply: string }
  /** Written to a folder: no mail server was involved and no one received it. */
  | { state: 'written'; reply: string }
  /**
   * Temporary failure, worth a retry. `trouble`: caused by the installation's own mail server, regardless of
   * the address.
   */
  | { state: 'deferred'; reply: string; trouble?: ServerProblem }
  /**
   * Permanent failure. Without `about` the address was refused; otherwise the email was refused and the
   * address may be valid.
   */
  | { state: 'bounced'; reply: string; about?: 'message' | 'size' };

/** Returns true if the message was handed over, and so is never sent again. */
export function isHandedOver(state: string): boolean {
  return state === 'accepted' || state === 'written';
}

export interface Mailer {
  /**
   * Hands the message over. Never throws for responses of the receiving server or for a folder that cannot be
   * written.
   */
  deliver(mail: Mail): Promise<Delivery>;
  /** Returns why no message could be handed over now (F-11); undefined if one could. Sends none. */
  findTrouble(): Promise<ServerProblem | undefined>;
  close(): Promise<void>;
}
