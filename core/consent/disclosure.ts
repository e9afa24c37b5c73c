/**
 * What a recipient is told before consenting to sign electronically (15 USC 7001(c)(1), L-03). The version
 * is recorded with every consent; any change of wording gets a new one, so that an old consent keeps
 * pointing at the words that were read.
 */
export const disclosureVersion = '2026-11-20';

/** The seven things the law wants said, one block each, in the order they are shown. */
export const disclosureKeys = [
  'sender',
  'scope',
  'paper-option',
  'withdrawal',
  'how-to-withdraw',
  'paper-copy',
  'requirements',
] as const;
export type DisclosureKey = (typeof disclosureKeys)[number];

type TitledText = { title: string; text: string };
export type DisclosureBlock = TitledText & { key: DisclosureKey };
export type Disclosure = { version: string; blocks: DisclosureBlock[] };

/** The sender's name as it stands on the document, and the address at which they can be reached. */
export type DisclosureSender = { senderName: string; senderEmail: string };

/** The current disclosure, filled in for one sender. A sender without a name is called by their address. */
export function disclosureFor(sender: DisclosureSender): Disclosure {
  const email = oneLine(sender.senderEmail);
  const name = oneLine(sender.senderName) || email;
  return {
    version: disclosureVersion,
    blocks: disclosureKeys.map((key) => ({
      key,
      title: wording[key].title,
      text: wording[key].text(name, email),
    })),
  };
}

/**
 * The disclosure as plain text, LF line ends, the same bytes for the same words: what a person downloads is
 * what the server hashes (L-04).
 */
export function disclosureText(disclosure: { version: string; blocks: readonly TitledText[] }): string {
  const blocks = disclosure.blocks.map((block, at) => `${at + 1}. ${block.title}\n${block.text}\n`);
  return [`Signing electronically: what you should know\nVersion ${disclosure.version}\n`, ...blocks].join(
    '\n',
  );
}

type Wording = { title: string; text: (name: string, email: string) => string };

const wording: Record<DisclosureKey, Wording> = {
  sender: {
    title: 'Who is asking you to sign',
    text: (name, email) =>
      `This document was sent to you by ${name} (${email}). ${name} is the other party to this transaction ` +
      `and the person to turn to with any question about it.`,
  },
  scope: {
    title: 'What your consent covers',
    text: () =>
      'Your consent covers this one document: reading it, signing it, and receiving the signed copy and the ' +
      'notices that belong to it in electronic form. It does not cover any other document, now or later.',
  },
  'paper-option': {
    title: 'You may choose paper instead',
    text: (name, email) =>
      `You do not have to sign electronically. If you would rather read and sign on paper, do not sign here; ` +
      `write to ${email} and ask ${name} for a paper version.`,
  },
  withdrawal: {
    title: 'You may change your mind',
    text: (name) =>
      `You may withdraw this consent at any time. Before you sign, withdrawing simply means that you do not ` +
      `sign here; ${name} may then go on with you on paper, which can take longer, or may not go on at all. ` +
      `After you have signed, withdrawing does not undo your signature: it ends only the sending of further ` +
      `records to you in electronic form. There is no fee for withdrawing.`,
  },
  'how-to-withdraw': {
    title: 'How to withdraw, or change your e-mail address',
    text: (name, email) =>
      `To withdraw before you sign, press Decline on this page or close it. To withdraw after you have signed, ` +
      `or to give ${name} a new e-mail address for this document, write to ${email} and name the document.`,
  },
  'paper-copy': {
    title: 'How to get a copy on paper',
    text: (name, email) =>
      `You can download and print the document on this page before and after you sign, without an account ` +
      `and without a fee. If you want a copy on paper from ${name}, write to ${email}. The service that runs ` +
      `this page charges nothing for it; if ${name} charges for paper and postage, you must be told the ` +
      `amount before it is sent.`,
  },
  requirements: {
    title: 'What you need',
    text: () =>
      'You need a device with a screen, an internet connection, an e-mail address that you can read, and a ' +
      'current version of a web browser such as Chrome, Edge, Firefox or Safari with JavaScript switched on. ' +
      'To keep the document you need a program that opens PDF files and room to store it, or a printer.',
  },
};

/** Names come from account holders: a line break in one must not be able to forge a block of its own. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim();
}
