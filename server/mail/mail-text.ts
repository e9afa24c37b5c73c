import type { Language } from '#core/language/language.ts';
import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import { noticeOfMail, type MailKind } from './mail-store.ts';
import { mailWords, type SayInMail } from './mail-words.ts';

/** The subject of a mail, in facts; the words are in words/. */
export type MailFacts = {
  kind: MailKind;
  language: Language;
  title: string;
  sender: string;
  /** Their own address: it stands beside the name wherever a mail says who sent something, as a name proves nothing. */
  senderAddress: string;
  /** Since when their address is known to be theirs, in words, and who has shown that; null where nobody has. */
  senderConfirmed: { on: string; by: ConfirmedBy | null } | null;
  /** Whose the draft was, where somebody else sent it. */
  onBehalfOf: string | null;
  /** Whose it is now, where that is not who sent it. */
  lookedAfterBy: string | null;
  /** Greeted by this; may be empty. */
  recipient: string;
  toSender: boolean;
  /** Whether the reader is the sender, who is a recipient too. */
  isOwnPart: boolean;
  /** Whether its recipients can still be corrected and invited again. */
  isOut: boolean;
  role: string;
  /** The sender's own words, only in invitations. */
  subject: string;
  message: string;
  expires: string | null;
  /** The document as a thing: its pages, and the days that matter, in words. */
  pages: number;
  signBy: string | null;
  sentOn: string;
  completedOn: string | null;
  /** Who has signed or approved, and when; only in the mail that says that everybody has. */
  acted: { who: string; did: 'signed' | 'approved'; at: string }[];
  verifyUrl: string;
  reason: string;
  decliner: string;
  sealedSha256: string | null;
  /**
   * The hash that the trail had when the file was sealed, or when the event happened that the mail tells of: so that
   * everybody has a witness of it outside of the database. Null in every other mail.
   */
  trailHead: string | null;
  /** A signed head of the log, line by line; empty in mails that tell none. */
  logHead: readonly string[];
  /** The one-time code, only in the mail that brings it. */
  code: string;
  /** The recipient who delegated the part to the reader, by name and address; null without a delegation. */
  delegatedBy: string | null;
  /** Hints about the names and addresses that the reader relies on. */
  hints: readonly string[];
  /** Facts of the event that this mail tells of: who acts instead of whom, who wants paper. */
  about: Readonly<Record<string, string>>;
};

/** One mail in words. Both parts of the message, HTML and plain, are made from this and say the same (S-17). */
export type MailText = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Hints about names and addresses, below the paragraphs. */
  notes?: readonly string[];
  /** The sender's message, quoted apart from our own words. */
  quote: string;
  /** The document as a thing, above the button. */
  card?: { title: string; lines: string[] };
  /** Who has done what, and when: a line each, below the card. */
  people?: string[];
  /** Whether everything is signed and sealed: the one moment with the mark of the seal. */
  sealed?: boolean;
  action: string | null;
  small: string[];
  /** Only read when it is looked for; its title stands on the page alone. */
  folded?: { title: string; lines: string[] };
  /** Where its reader decides about more of such mails, as the last line. */
  choices?: { words: string; link: string };
};

export function mailText(facts: MailFacts): MailText {
  const say = mailWords(facts.language);
  const words = { quote: '', notes: facts.hints, ...texts[facts.kind](facts, say) };
  const isNews = facts.toSender && noticeOfMail[facts.kind] !== undefined;
  return isNews ? { ...words, small: [...words.small, say('switch')] } : words;
}

type Words = Omit<MailText, 'quote'> & { quote?: string };

const texts: Record<MailKind, (facts: MailFacts, say: SayInMail) => Words> = {
  invitation: (facts, say) => {
    const ask = asks[facts.role] ?? 'signer';
    return {
      subject: facts.isOwnPart
        ? say('invitation.subject.own', { title: facts.title })
        : facts.subject || say(`invitation.subject.${ask}`, { sender: facts.sender, title: facts.title }),
      heading: say(`invitation.heading.${ask}`, { title: facts.title }),
      paragraphs: [
        greeting(facts, say),
        facts.isOwnPart
          ? say('invitation.text.own')
          : say(`invitation.text.${ask}`, { sender: whoSent(facts) }),
        ...delegation(facts, say),
      ],
      quote: facts.message,
      action: actionOf(facts, say),
      ...cardAndHints(facts, say),
    };
  },
  reminder: (facts, say) => ({
    ...titled('reminder', facts, say),
    paragraphs: [
      greeting(facts, say),
      facts.isOwnPart ? say('invitation.text.own') : say('reminder.text', { sender: whoSent(facts) }),
      ...delegation(facts, say),
    ],
    quote: facts.message,
    action: actionOf(facts, say),
    ...cardAndHints(facts, say),
  }),
  expiring: (facts, say) => ({
    ...titled('expiring', facts, say),
    paragraphs: [
      greeting(facts, say),
      facts.toSender
        ? say('expiring.textSender', { date: facts.expires ?? '' })
        : say('expiring.text', { sender: whoSent(facts), date: facts.expires ?? '' }),
    ],
    action: facts.toSender ? say('open') : actionOf(facts, say),
    ...(facts.toSender ? { card: cardOf(facts, say), small: [] } : cardAndHints(facts, say)),
  }),
  signed: (facts, say) => acted('signed', facts, say),
  approved: (facts, say) => acted('approved', facts, say),
  undelivered: (facts, say) => ({
    ...titled('undelivered', facts, say),
    paragraphs: [
      greeting(facts, say),
      say('undelivered.text', { email: facts.about['recipientEmail'] ?? '' }),
    ],
    quote: facts.about['reply'] ?? '',
    action: say('open'),
    small: facts.isOut ? [say('undelivered.mend')] : [],
  }),
  code: (facts, say) => ({
    subject: say('code.subject', { code: facts.code }),
    heading: say('code.heading', { code: facts.code }),
    paragraphs: [greeting(facts, say), say('code.text', { sender: whoSent(facts) })],
    action: null,
    small: [say('code.secret')],
  }),
  delegated: (facts, say) => ({
    ...titled('delegated', facts, say),
    paragraphs: [
      greeting(facts, say),
      say('delegated.text', {
        before: person(facts.about['actor'], facts.about['actorEmail']),
        now: person(facts.about['recipient'], facts.about['recipientEmail']),
      }),
    ],
    quote: facts.about['reason'] ?? '',
    action: say('open'),
    small: [say('delegated.void')],
  }),
  paper: (facts, say) => ({
    ...titled('paper', facts, say),
    paragraphs: [
      greeting(facts, say),
      say('paper.text', { who: person(facts.about['actor'], facts.about['actorEmail']) }),
    ],
    quote: facts.about['reason'] ?? '',
    action: say('open'),
    small: [],
  }),
  completed: (facts, say) => ({
    ...titled('completed', facts, say),
    paragraphs: [
      greeting(facts, say),
      say(facts.acted.some(({ did }) => did === 'approved') ? 'completed.textApproved' : 'completed.text'),
    ],
    action: say(facts.toSender ? 'open' : 'completed.copy'),
    card: cardOf(facts, say),
    sealed: true,
    people: whoActed(facts, say),
    small: [`${say('completed.verify')} ${facts.verifyUrl}`],
    folded: {
      title: say('fold.proof'),
      lines: [
        ...(facts.sealedSha256 ? [say('completed.sha256', { sha256: facts.sealedSha256 })] : []),
        say('completed.keep'),
        ...(facts.trailHead ? [say('completed.trail', { hash: facts.trailHead })] : []),
        ...(facts.logHead.length > 0 ? [say('completed.log'), ...facts.logHead] : []),
      ],
    },
  }),
  declined: (facts, say) => ({
    ...titled('declined', facts, say),
    paragraphs: [greeting(facts, say), say('declined.text', { decliner: facts.decliner })],
    quote: facts.reason,
    action: facts.toSender ? say('open') : null,
    small: [],
  }),
  voided: (facts, say) => ({
    ...titled('voided', facts, say),
    paragraphs: [greeting(facts, say), say('voided.text', { sender: whoSent(facts) })],
    quote: facts.reason,
    action: facts.toSender ? say('open') : null,
    small: [],
  }),
  expired: (facts, say) => ({
    ...titled('expired', facts, say),
    paragraphs: [
      greeting(facts, say),
      facts.toSender ? say('expired.textSender') : say('expired.text', { sender: whoSent(facts) }),
    ],
    action: facts.toSender ? say('open') : null,
    small: [],
  }),
  extended: (facts, say) => ({
    ...titled('extended', facts, say),
    paragraphs: [
      greeting(facts, say),
      say('extended.text', { sender: whoSent(facts), date: facts.expires ?? '' }),
    ],
    action: null,
    small: [],
  }),
};

function acted(kind: 'signed' | 'approved', facts: MailFacts, say: SayInMail): Words {
  return {
    ...titled(kind, facts, say),
    paragraphs: [
      greeting(facts, say),
      say(`${kind}.text`, { who: person(facts.about['actor'], facts.about['actorEmail']) }),
    ],
    card: cardOf(facts, say),
    action: say('open'),
    small: [],
    ...(facts.trailHead && {
      folded: { title: say('fold.proof'), lines: [say('signed.trail', { hash: facts.trailHead })] },
    }),
  };
}

/** The sender named another person: without this the reader would not know why the document comes to them. */
function delegation({ delegatedBy }: MailFacts, say: SayInMail): string[] {
  return delegatedBy === null ? [] : [say('invitation.delegatedBy', { person: delegatedBy })];
}

/** The button of a mail that asks for something, by the task. */
function actionOf({ role }: MailFacts, say: SayInMail): string {
  const actions = {
    signer: 'invitation.action',
    approver: 'invitation.approve',
    viewer: 'invitation.read',
  } as const;
  return say(actions[asks[role] ?? 'signer']);
}

/** Why the link must not be passed on, by the task. */
const alone = {
  signer: 'invitation.alone',
  approver: 'invitation.aloneApprover',
  viewer: 'invitation.aloneViewer',
} as const;

/** The task of a role, as the words are named. */
const asks: Record<string, 'signer' | 'approver' | 'viewer'> = {
  signer: 'signer',
  approver: 'approver',
  viewer: 'viewer',
  cc: 'viewer',
};

function titled(kind: Exclude<MailKind, 'invitation' | 'code'>, { title }: MailFacts, say: SayInMail) {
  return { subject: say(`${kind}.subject`, { title }), heading: say(`${kind}.heading`, { title }) };
}

function greeting({ recipient }: MailFacts, say: SayInMail): string {
  return recipient === '' ? say('greetingNoName') : say('greeting', { name: recipient });
}

/** Who sends it is in view; what is read once, by whoever wonders, is folded. */
function cardAndHints(facts: MailFacts, say: SayInMail): Pick<MailText, 'card' | 'small' | 'folded'> {
  const { expires } = facts;
  return {
    card: cardOf(facts, say),
    small: [
      ...(facts.isOwnPart ? [] : [howFarKnown(facts, say)]),
      ...(facts.onBehalfOf ? [say('sender.onBehalfOf', { person: facts.onBehalfOf })] : []),
      ...(facts.lookedAfterBy && facts.lookedAfterBy !== facts.onBehalfOf
        ? [say('sender.lookedAfterBy', { person: facts.lookedAfterBy })]
        : []),
    ],
    folded: {
      title: say('fold.link'),
      lines: [
        ...(expires ? [say('invitation.until', { date: expires })] : []),
        say(alone[asks[facts.role] ?? 'signer']),
        ...(facts.isOwnPart ? [] : [say('invitation.unknown')]),
      ],
    },
  };
}

function cardOf(facts: MailFacts, say: SayInMail): NonNullable<MailText['card']> {
  const { pages: count, completedOn, signBy, sentOn } = facts;
  const ask = asks[facts.role] ?? 'signer';
  const day = completedOn
    ? say('card.completed', { date: completedOn })
    : signBy
      ? say(facts.toSender ? 'card.ends' : `card.by.${ask}`, { date: signBy })
      : say('card.sent', { date: sentOn });
  return { title: facts.title, lines: [`${say('card.pages', { count })} · ${day}`] };
}

/** A document may have more signers than anybody reads; the certificate names them all. */
const mostNamed = 12;

function whoActed({ acted }: MailFacts, say: SayInMail): string[] {
  const more = acted.length - mostNamed;
  return [
    ...acted.slice(0, mostNamed).map(({ who, did, at }) => say(`completed.${did}`, { who, date: at })),
    ...(more > 0 ? [say('completed.more', { count: more })] : []),
  ];
}

/** A name proves nothing, and an address only that somebody has confirmed it. */
function howFarKnown({ senderAddress: address, senderConfirmed: known }: MailFacts, say: SayInMail): string {
  if (!known) return say('sender.unconfirmed', { address });
  return say(`sender.confirmed.${known.by ?? 'unknown'}`, { address, date: known.on });
}

function whoSent({ sender, senderAddress }: MailFacts): string {
  return sender === senderAddress ? sender : person(sender, senderAddress);
}

function person(name = '', email = ''): string {
  return name === '' ? email : `${name} <${email}>`;
}
