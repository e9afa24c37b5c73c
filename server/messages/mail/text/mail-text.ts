import type { Language } from '#core/language/language.ts';
import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import { noticeOfMail, type MailKind } from '../mail-store.ts';
import { mailMessages, type MailTranslate } from './mail-words.ts';

/** The facts in an email. The texts are in words/. */
export type MailFacts = {
  kind: MailKind;
  language: Language;
  title: string;
  sender: string;
  /** The sender's address. It is always shown next to the name, because names are not verified. */
  senderAddress: string;
  /** When (formatted) and how the sender's address was confirmed; null if it was not. */
  senderConfirmed: { on: string; by: ConfirmedBy | null } | null;
  /** The draft's owner, if another member sent it. */
  onBehalfOf: string | null;
  /** The document's current owner, if that is not the sender. */
  lookedAfterBy: string | null;
  /** Name for the greeting, which may be empty. */
  recipient: string;
  toSender: boolean;
  /** True if the reader is a recipient and also the sender. */
  isOwnPart: boolean;
  /** True if the document is still out, so that recipients can be corrected and invited again. */
  isOut: boolean;
  role: string;
  /** The sender's own subject, used only for invitations. */
  subject: string;
  message: string;
  expires: string | null;
  /** Number of pages. The dates that follow are formatted. */
  pages: number;
  signBy: string | null;
  sentOn: string;
  completedOn: string | null;
  /** People who signed or approved, with formatted times. Only in the completion email. */
  acted: { who: string; did: 'signed' | 'approved'; at: string }[];
  verifyUrl: string;
  reason: string;
  decliner: string;
  sealedSha256: string | null;
  certificateApart?: boolean;
  hasSomeFiles?: boolean;
  /**
   * Hash of the trail, at sealing or at the email's event. It makes every reader a witness outside of the
   * database. Null in all other emails.
   */
  trailHead: string | null;
  /** The lines of a signed tree head of the log; empty in emails without one. */
  logHead: readonly string[];
  /** The one-time code, in the email that delivers it. */
  code: string;
  /** Who named the reader instead of the sender: a recipient who delegated their part, or a form's visitor. */
  namedBy: { how: 'delegatedBy' | 'namedBy'; person: string } | null;
  /** Hints about names and addresses that the reader relies on. */
  hints: readonly string[];
  /** Details of the email's event, such as the delegate or the person who requested paper. */
  about: Readonly<Record<string, string>>;
};

/**
 * The content of an email. The HTML and the plain-text part are both generated from it, so they say the same
 * (S-17).
 */
export type MailText = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Hints about misleading names and addresses, below the paragraphs. */
  notes?: readonly string[];
  /** The sender's message, quoted so that it is separate from our text. */
  quote: string;
  /** The document card above the button. */
  card?: { title: string; lines: string[] };
  /** The recipients' actions with times, one per line, below the card. */
  people?: string[];
  /** True if the document is signed and sealed. The email then shows the seal's mark. */
  sealed?: boolean;
  action: string | null;
  small: string[];
  /** Details that can be expanded. Only the HTML part has the title. */
  folded?: { title: string; lines: string[] };
  /** Link to the block-and-report page, in the last line. */
  choices?: { words: string; link: string };
};

export function mailText(facts: MailFacts): MailText {
  const say = mailMessages(facts.language);
  const words = { quote: '', notes: facts.hints, ...texts[facts.kind](facts, say) };
  const isNews = facts.toSender && noticeOfMail[facts.kind] !== undefined;
  return isNews ? { ...words, small: [...words.small, say('switch')] } : words;
}

type Words = Omit<MailText, 'quote'> & { quote?: string };

const texts: Record<MailKind, (facts: MailFacts, say: MailTranslate) => Words> = {
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
  'link-due': (facts, say) => ({
    ...titled('link-due', facts, say),
    paragraphs: [
      greeting(facts, say),
      say('link-due.text', { who: person(facts.about['recipient'], facts.about['recipientEmail']) }),
    ],
    action: say('open'),
    small: [],
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
    paragraphs: [greeting(facts, say), say(completedText(facts))],
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

function acted(kind: 'signed' | 'approved', facts: MailFacts, say: MailTranslate): Words {
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

function completedText({ certificateApart, hasSomeFiles, acted: people }: MailFacts) {
  if (hasSomeFiles || certificateApart) return hasSomeFiles ? 'completed.textFiles' : 'completed.textApart';
  return people.some(({ did }) => did === 'approved') ? 'completed.textApproved' : 'completed.text';
}

/** The sender named another person; without this the reader would not know why they receive the document. */
function delegation({ namedBy }: MailFacts, say: MailTranslate): string[] {
  return namedBy === null ? [] : [say(`invitation.${namedBy.how}`, { person: namedBy.person })];
}

/** Returns the label of the button for the reader's task. */
function actionOf({ role }: MailFacts, say: MailTranslate): string {
  const actions = {
    signer: 'invitation.action',
    approver: 'invitation.approve',
    viewer: 'invitation.read',
  } as const;
  return say(actions[asks[role] ?? 'signer']);
}

/** The sentence that says why not to forward the link, by task. */
const alone = {
  signer: 'invitation.alone',
  approver: 'invitation.aloneApprover',
  viewer: 'invitation.aloneViewer',
} as const;

/** The task of each role, as used in message keys. */
const asks: Record<string, 'signer' | 'approver' | 'viewer'> = {
  signer: 'signer',
  approver: 'approver',
  viewer: 'viewer',
  cc: 'viewer',
};

function titled(kind: Exclude<MailKind, 'invitation' | 'code'>, { title }: MailFacts, say: MailTranslate) {
  return { subject: say(`${kind}.subject`, { title }), heading: say(`${kind}.heading`, { title }) };
}

function greeting({ recipient }: MailFacts, say: MailTranslate): string {
  return recipient === '' ? say('greetingNoName') : say('greeting', { name: recipient });
}

/** The sender is visible, and details that people read once are collapsed. */
function cardAndHints(facts: MailFacts, say: MailTranslate): Pick<MailText, 'card' | 'small' | 'folded'> {
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

function cardOf(facts: MailFacts, say: MailTranslate): NonNullable<MailText['card']> {
  const { pages: count, completedOn, signBy, sentOn } = facts;
  const ask = asks[facts.role] ?? 'signer';
  const day = completedOn
    ? say('card.completed', { date: completedOn })
    : signBy
      ? say(facts.toSender ? 'card.ends' : `card.by.${ask}`, { date: signBy })
      : say('card.sent', { date: sentOn });
  return { title: facts.title, lines: [`${say('card.pages', { count })} · ${day}`] };
}

/** Lists only the first people, since a document may have many signers. The certificate lists all of them. */
const maxNamed = 12;

function whoActed({ acted }: MailFacts, say: MailTranslate): string[] {
  const more = acted.length - maxNamed;
  return [
    ...acted.slice(0, maxNamed).map(({ who, did, at }) => say(`completed.${did}`, { who, date: at })),
    ...(more > 0 ? [say('completed.more', { count: more })] : []),
  ];
}

/** Says how the sender was verified. A name proves nothing, and an address only if it was confirmed. */
function howFarKnown({ senderAddress: address, senderConfirmed: known }: MailFacts, say: MailTranslate) {
  if (!known) return say('sender.unconfirmed', { address });
  return say(`sender.confirmed.${known.by ?? 'unknown'}`, { address, date: known.on });
}

function whoSent({ sender, senderAddress }: MailFacts): string {
  return sender === senderAddress ? sender : person(sender, senderAddress);
}

function person(name = '', email = ''): string {
  return name === '' || email === '' ? name || email : `${name} <${email}>`;
}
