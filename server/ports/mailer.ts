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
  /** The address at which its reader stops getting mails of this kind, where they can. */
  unsubscribe?: string;
  attachments: { filename: string; mediaType: string; bytes: Uint8Array }[];
};

/** What became of it, with the reply of the server that said so (L-20). */
export type Delivery =
  | { state: 'accepted'; reply: string }
  /** For now: worth another try. */
  | { state: 'deferred'; reply: string }
  /** For good: this address does not take it. */
  | { state: 'bounced'; reply: string };

export interface Mailer {
  /** Hands the message over. Never throws for what the receiving side said. */
  deliver(mail: Mail): Promise<Delivery>;
  close(): Promise<void>;
}
