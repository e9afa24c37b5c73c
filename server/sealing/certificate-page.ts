import { encode } from 'uqr';
import { readAttachedFile } from '#core/field/attached-file.ts';
import { isolate, namedAddress } from '#core/language/isolate.ts';
import type { AppendixBlock, AppendixPage, TitleBlock } from '#pdf/stamp/appendix/blocks.ts';
import type { RecordedEvent } from '../trail/trail-store.ts';
import { disclosuresAgreed } from './disclosures-agreed.ts';
import { actsFor, identifiedBy, openedAt } from './identified-by.ts';
import { eventWords } from './event-words.ts';
import type { Signature, SigningRecord } from './signing-record.ts';
import type { Pictures } from './stamp-fields.ts';

/**
 * The certificate page: who signed what, when and how, for people (T-08, L-21). It is sealed with the
 * document. Everything on it can be recomputed from the evidence file that the sealed PDF carries.
 */
export function certificatePage(
  record: SigningRecord,
  pictures: Pictures,
  by: SealedBy = unnamed,
): AppendixPage {
  const { document } = record;
  return {
    blocks: [
      {
        kind: 'title',
        text: document.test ? 'TEST – no certificate of signing' : 'Certificate of signing',
        subtitle: document.title,
        mark: true,
        ...codeOf(by),
      },
      ...(document.test ? [testWarning] : []),
      { kind: 'facts', rows: [...documentFacts(record), ...sealFacts(by)] },
      { kind: 'heading', text: record.signatures.length === 1 ? 'Signature' : 'Signatures' },
      ...record.signatures.map((signature) => signatureBlock(signature, record.events, pictures)),
      ...attachmentBlocks(record),
      { kind: 'heading', text: 'What happened' },
      eventTable(record.events),
      { kind: 'heading', text: 'What this certificate shows' },
      { kind: 'paragraph', text: limits(record), tone: 'muted' },
      { kind: 'heading', text: 'The disclosure each signer agreed to' },
      ...disclosureBlocks(record),
    ],
    // Whatever language the document is in, these words are English; of disclosures each says its own.
    language: 'en',
    footer: {
      text: `${isolate(document.title, 'en')}  ·  ${document.id}`,
      label: 'Certificate page {page} of {pages}',
    },
  };
}

const testWarning: AppendixBlock = {
  kind: 'paragraph',
  text: 'This document was made with a test key, to try out a program. Nothing in it was agreed to for real, and nobody should rely on it.',
  tone: 'strong',
};

const isAct = (type: string): boolean => type === 'document_signed' || type === 'document_approved';

/** L-21: what the signatures are, and what nobody should read into them. */
function limits({ events, signatures }: SigningRecord): string {
  const shown = signatures.every(({ recipient }) => openedAt(recipient.id, events) !== undefined);
  const otherwise = events.some(({ type, event }) => isAct(type) && event.data.via !== undefined);
  const checked =
    otherwise || events.some(({ type }) => type === 'code_passed' || type === 'passkey_confirmed');
  return (
    `Each signer received a personal link at the e-mail address shown here${otherwise ? ', or was handed the page as it says above' : ''}, ` +
    `${shown ? 'was shown the document behind it, ' : ''}agreed to sign electronically and signed. These are simple ` +
    `electronic signatures. Nobody’s identity was checked beyond ${checked ? 'what stands above as ‘Identified by’' : 'control of the mailbox'}. ` +
    'The whole file, this page included, carries a tamper-evident digital seal: a change of any byte can be detected ' +
    'by common PDF software without asking Countersign. The times are those of the server’s clock, in UTC. The hash ' +
    'of the finished file cannot stand in it; it is in the completion e-mail.'
  );
}

function documentFacts({ document, recipients, sender, chainHead, events }: SigningRecord) {
  const allSigned = events.find(({ type }) => type === 'all_signed');
  const sent = events.find(({ type }) => type === 'document_sent');
  return [
    { label: 'Document', value: document.id },
    { label: 'File', value: document.fileName },
    { label: 'Pages', value: String(document.pages.length) },
    { label: 'Sent by', value: namedAddress(sender.name, sender.email) },
    ...(sender.onBehalfOf
      ? [{ label: 'On behalf of', value: namedAddress(sender.onBehalfOf.name, sender.onBehalfOf.email) }]
      : []),
    { label: 'Their address', value: confirmedInWords(sender) },
    ...accountRow(sent?.personal['account']),
    { label: 'Sent', value: sent ? time(sent.occurredAt) : '–' },
    ...recipients
      .filter(({ role }) => role === 'viewer' || role === 'cc')
      .map(({ role, name, email }) => ({ label: roleNames[role], value: namedAddress(name, email) })),
    { label: 'Signed by all', value: allSigned ? time(allSigned.occurredAt) : '–' },
    { label: 'SHA-256, uploaded', value: document.originalSha256 },
    { label: 'SHA-256, signed', value: document.baseSha256 },
    { label: 'Trail, last hash', value: chainHead },
  ];
}

/** Who seals, and where anybody looks whether they did. Undefined where an installation does not say. */
export type SealedBy = {
  operator: string | undefined;
  country: string | undefined;
  /** The address of the page that verifies. */
  verifyUrl: string | undefined;
};

const unnamed: SealedBy = { operator: undefined, country: undefined, verifyUrl: undefined };

/** A code for the camera of a phone; an address that is too long for one stands there in words alone. */
function codeOf({ verifyUrl }: SealedBy): Pick<TitleBlock, 'code'> {
  if (verifyUrl === undefined || verifyUrl.length > 200) return {};
  const { data: dots } = encode(verifyUrl, { ecc: 'M', border: 0 });
  return { code: { dots, alt: `QR code of the address where this file can be verified: ${verifyUrl}` } };
}

function sealFacts({ operator, country, verifyUrl }: SealedBy) {
  const named = operator === undefined ? undefined : isolate(operator, 'en');
  return [
    ...(named === undefined
      ? []
      : [{ label: 'Sealed by', value: country === undefined ? named : `${named} (${country})` }]),
    ...(verifyUrl === undefined ? [] : [{ label: 'Verify at', value: verifyUrl }]),
  ];
}

/** Its own claim, and said to be one: nobody has looked whether a company of this name stands behind it. */
function accountRow(name: string | undefined) {
  if (!name) return [];
  return [
    { label: 'Their account', value: `calls itself ‘${isolate(name, 'en')}’; nobody has checked this` },
  ];
}

const roleNames = { signer: 'Signer', approver: 'Approver', viewer: 'To read', cc: 'Copy to' } as const;

function signatureBlock(
  signature: Signature,
  events: readonly RecordedEvent[],
  pictures: Pictures,
): AppendixBlock {
  const { recipient, kind, imageSha256, text, typeface, signedAt } = signature;
  const ink = imageSha256 === null ? undefined : pictures.get(imageSha256);
  const opened = openedAt(recipient.id, events);
  return {
    kind: 'signature',
    ...(ink && { ink }),
    ...(text !== null && { typed: { text, face: typeface ?? 'dancing-script' } }),
    alt: `Signature of ${recipient.name || recipient.email}`,
    name: recipient.name || recipient.email,
    rows: [
      { label: 'E-mail', value: recipient.email },
      { label: 'Role', value: roleNames[recipient.role] },
      { label: signature.act === 'approved' ? 'Approved' : 'Signed', value: time(signedAt) },
      { label: 'Opened', value: opened ? time(opened) : '–' },
      { label: 'Signature', value: kind === 'typed' ? typedAs(text ?? '', recipient.name) : 'drawn' },
      { label: 'Identified by', value: identifiedBy(recipient.id, events) },
      ...actsFor(recipient.id, events).map((value) => ({ label: 'Acts for', value })),
      { label: 'Address', value: shortAddress(signature.ip) },
      { label: 'Disclosure', value: `version ${signature.disclosureVersion}, ${signature.locale}` },
    ],
  };
}

/** A name that nobody invited is said to be one: the certificate must not pass it off as the recipient's. */
function typedAs(text: string, invited: string): string {
  const plain = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return invited === '' || plain(text) === plain(invited)
    ? `typed: ${isolate(text, 'en')}`
    : `typed ‘${isolate(text, 'en')}’; invited as ‘${isolate(invited, 'en')}’`;
}

/** Files that were handed in are not inside this file, which goes to everybody; their hashes are (G-3). */
function attachmentBlocks({ fields, values }: SigningRecord): AppendixBlock[] {
  const rows = fields.flatMap((field) => {
    const file = field.type === 'attachment' ? readAttachedFile(values.get(field.id) ?? '') : undefined;
    return file ? [{ label: file.name, value: `${file.size} bytes, SHA-256 ${file.sha256}` }] : [];
  });
  if (rows.length === 0) return [];
  return [
    { kind: 'heading', text: 'Files handed in' },
    { kind: 'facts', rows },
    { kind: 'paragraph', text: 'The sender keeps these files beside the document.', tone: 'muted' },
  ];
}

function eventTable(events: readonly RecordedEvent[]): AppendixBlock {
  return {
    kind: 'table',
    columns: [
      { title: 'Time (UTC)', share: 0.28 },
      { title: 'Event', share: 0.34 },
      { title: 'Who', share: 0.38 },
    ],
    rows: events.map((event) => [
      time(event.occurredAt),
      eventWords(event),
      event.personal.actorEmail ?? event.personal.recipientEmail ?? 'Countersign',
    ]),
  };
}

/** In the words that were agreed to, whatever language they are in: a translation would be another text. */
function disclosureBlocks(record: SigningRecord): AppendixBlock[] {
  const agreed = disclosuresAgreed(record);
  return agreed.flatMap(({ language, title, edition, blocks }): AppendixBlock[] => [
    ...(agreed.length > 1
      ? [
          {
            kind: 'paragraph' as const,
            text: `${isolate(title, 'en')} (${isolate(edition, 'en')})`,
            tone: 'strong' as const,
            language,
          },
        ]
      : []),
    ...blocks.flatMap((block): AppendixBlock[] => [
      { kind: 'paragraph', text: block.title, tone: 'strong', language },
      { kind: 'paragraph', text: block.text, tone: 'muted', language },
    ]),
  ]);
}

/** How the sender's address is known; of documents sent before that was noted, nothing. */
function confirmedInWords({ confirmedAt, confirmedBy }: SigningRecord['sender']): string {
  if (confirmedAt === null) return 'not known to be confirmed';
  const at = `confirmed on ${time(new Date(confirmedAt))}`;
  return confirmedBy === null ? at : `${at}, ${confirmations[confirmedBy]}`;
}

const confirmations = {
  mail: 'by a link in a mail to it',
  provider: 'by the provider that they sign in with',
} as const;

function time(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** G-3: parties see the network a signer came from, not the very address: /24 of IPv4, /48 of IPv6. */
export function shortAddress(ip: string | null): string {
  if (!ip) return '–';
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
  if (plain.includes('.')) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right];
  return `${groups.slice(0, 3).join(':')}::/48`;
}
