import type { MailKind } from './mail-store.ts';

/** What a mail is about, in facts; the words are below. */
export type MailFacts = {
  kind: MailKind;
  title: string;
  sender: string;
  /** Greeted by this; may be empty. */
  recipient: string;
  toSender: boolean;
  role: string;
  /** The sender's own words, only in invitations. */
  subject: string;
  message: string;
  expires: string | null;
  reason: string;
  decliner: string;
  sealedSha256: string | null;
};

/** One mail in words. Both parts of the message, HTML and plain, are made from this and say the same (S-17). */
export type MailText = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** The sender's message, quoted apart from our own words. */
  quote: string;
  action: string | null;
  small: string[];
};

export function mailText(facts: MailFacts): MailText {
  return { quote: '', ...texts[facts.kind](facts) };
}

type Words = Omit<MailText, 'quote'> & { quote?: string };

const texts: Record<MailKind, (facts: MailFacts) => Words> = {
  invitation: (facts) => ({
    subject: facts.subject || `${facts.sender} asks you to ${verbs[facts.role] ?? 'sign'}: ${facts.title}`,
    heading: `Please ${verbs[facts.role] ?? 'sign'} ‘${facts.title}’`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} sent you a document to ${verbs[facts.role] ?? 'sign'}. You can read all of it before you decide, and you need no account.`,
    ],
    quote: facts.message,
    action: facts.role === 'viewer' ? 'Read the document' : 'Review and sign',
    small: [
      ...(facts.expires ? [`The link works until ${facts.expires}.`] : []),
      'The link is yours alone: whoever has it can sign in your name, so please do not pass this message on.',
      'If you do not know the sender, you can ignore this message. Nothing happens without you.',
    ],
  }),
  completed: (facts) => ({
    subject: `Completed: ${facts.title}`,
    heading: `‘${facts.title}’ is completed`,
    paragraphs: [
      greeting(facts),
      'Everybody has signed. The sealed document is ready, with the certificate of signing as its last pages.',
    ],
    action: facts.toSender ? 'Open the document' : 'Get your copy',
    small: [
      ...(facts.sealedSha256 ? [`SHA-256 of the sealed file: ${facts.sealedSha256}`] : []),
      'Keep the file as it is. Any change to it, even of one byte, breaks its seal.',
    ],
  }),
  declined: (facts) => ({
    subject: `Declined: ${facts.title}`,
    heading: `‘${facts.title}’ was declined`,
    paragraphs: [
      greeting(facts),
      `${facts.decliner} has declined to sign. The document is closed; nobody can sign it any more.`,
    ],
    quote: facts.reason,
    action: facts.toSender ? 'Open the document' : null,
    small: [],
  }),
  voided: (facts) => ({
    subject: `Voided: ${facts.title}`,
    heading: `‘${facts.title}’ was voided`,
    paragraphs: [greeting(facts), `${facts.sender} has voided this document. Nothing more is asked of you.`],
    quote: facts.reason,
    action: facts.toSender ? 'Open the document' : null,
    small: [],
  }),
  expired: (facts) => ({
    subject: `Expired: ${facts.title}`,
    heading: `‘${facts.title}’ has expired`,
    paragraphs: [
      greeting(facts),
      facts.toSender
        ? 'Not everybody signed in time. You can send the document again.'
        : `The time to sign has run out. Ask ${facts.sender} to send it again if it is still needed.`,
    ],
    action: facts.toSender ? 'Open the document' : null,
    small: [],
  }),
};

const verbs: Record<string, string> = { signer: 'sign', approver: 'approve', viewer: 'read', cc: 'read' };

function greeting({ recipient }: MailFacts): string {
  return recipient === '' ? 'Hello,' : `Hello ${recipient},`;
}
