import type { MailTrouble } from '#core/mail/trouble.ts';

export type MailPart = { filename: string; mediaType: string; bytes: Uint8Array };

/** One message to one person. Addresses are objects so that no header can be smuggled in (S-16). */
export type Mail = {
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo?: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** The same for every try of the same mail, so that a repeated one is recognised as such. Without brackets. */
  messageId: string;
  /** Where a report comes back to when it cannot be delivered; the sender's own address where nothing is said. */
  returnPath?: string;
  /** Signs it for the domain of its sender (RFC 6376), by a private key in PEM that stands in no log. */
  dkim?: { domain: string; selector: string; privateKey: string };
  /** The address at which its reader stops getting mails of this kind, where they can. */
  unsubscribe?: string;
  attachments: MailPart[];
  /** Pictures that the HTML names as `cid:` + id; shown in it, and no file for somebody to keep. */
  pictures?: (MailPart & { id: string })[];
};

/** Why the mail server takes no email from this installation, for its operator. */
export type ServerTrouble = {
  kind: MailTrouble;
  /** Whether every other email would be refused alike. */
  all: boolean;
  /** Whether the others wait: for answers that no recipient's server can have caused. */
  pauses: boolean;
  /** The server's own words. They may name the operator's sign-in, so senders and logs never get them. */
  words: string;
};

/** The fate of a mail, with the reply that its sender may read (L-20). */
export type Delivery =
  | { state: 'accepted'; reply: string }
  /** To a folder: no mail server was asked, and nobody was mailed. */
  | { state: 'written'; reply: string }
  /** For now: worth another try. `trouble`: because of the installation's own mail server, whatever the address. */
  | { state: 'deferred'; reply: string; trouble?: ServerTrouble }
  /** For good. Without `about` this address does not take it; else the email was refused, and the address may be right. */
  | { state: 'bounced'; reply: string; about?: 'message' | 'size' };

/** Whether the message has left our hands: it is never sent again. */
export function isHandedOver(state: string): boolean {
  return state === 'accepted' || state === 'written';
}

export interface Mailer {
  /** Hands the message over. Never throws for what the receiving side said, or for a folder that cannot be written. */
  deliver(mail: Mail): Promise<Delivery>;
  /** Why no message could be handed over now (F-11); undefined where one could. Sends none. */
  findTrouble(): Promise<ServerTrouble | undefined>;
  close(): Promise<void>;
}
