import { isSamePerson } from '#core/document/manage.ts';
import { isolate } from '#core/language/isolate.ts';
import { commaOf } from '#core/language/language.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { SIGNATURE_PICTURE, type AppendixBlock, type SignatureBlock } from '#pdf/stamp/appendix/blocks.ts';
import type { StoredRecipient } from '../../records/document-store.ts';
import type { RecordedEvent } from '../../records/trail/trail-store.ts';
import { hintRows } from './certificate-facts.ts';
import type { Wording } from './certificate-texts.ts';
import {
  actsForRecipients,
  identifiedBy,
  openedAt,
  principalsOf,
  retrievedAt,
  eventsSinceAct,
} from './identified-by.ts';
import { namingEvent, visitorOf } from './named-by.ts';
import { referenceOf } from './reference-of.ts';
import { shortAddress } from './short-address.ts';
import type { Signature, SigningRecord } from '../record/signing-record.ts';
import type { Pictures } from './stamp-fields.ts';

/** Size of each signature's picture, in points. */
export const certificatePicture = SIGNATURE_PICTURE;

/** Returns a block for each recipient in order, including viewers and copy recipients. */
export function peopleBlocks(record: SigningRecord, pictures: Pictures, words: Wording): AppendixBlock[] {
  const steps = new Set(record.recipients.filter(mustAct).map(({ turn }) => turn)).size;
  // Each recipient has an order number, but it only means something if they were invited one after the other.
  const inOrder = record.document.signingOrder === 'sequential' && steps > 1;
  return record.recipients.map((recipient): AppendixBlock => {
    const signature = record.signatures.find((one) => one.recipient.id === recipient.id);
    const { rows, ...block } = signature
      ? signed(signature, record, pictures, words)
      : unsigned(recipient, record.events, words);
    return {
      ...block,
      reference: referenceOf(record.recipients, recipient.id),
      ...head(signature?.recipient ?? recipient, inOrder, words),
      ...inPairs([
        ...nameRow(recipient, record, words),
        ...filesRow(recipient, record, words),
        ...hintRows(signature?.recipient ?? recipient, words),
        ...timesOf(record, recipient, signature, words),
        ...rows,
        ...earlierAddresses(recipient.id, record.events, words),
      ]),
    };
  });
}

/** States that the visitor of a public form, and not the sender, chose the name. */
function nameRow({ id }: StoredRecipient, record: SigningRecord, words: Wording) {
  const { say } = words;
  const naming = namingEvent(id, record.events);
  if (naming?.type !== 'form_answered') return [];
  const isVisitor = naming.event.data['recipientId'] === id;
  const value = isVisitor
    ? say('named.byVisitor')
    : say('named.byOther', { who: visitorOf(naming, record, words) });
  return [{ label: say('party.named'), value }];
}

/** Returns a row with the files that a copy recipient gets, unless they get all of them. */
function filesRow({ onlyFiles }: StoredRecipient, { document }: SigningRecord, { say, language }: Wording) {
  if (!onlyFiles) return [];
  const titles = (document.files ?? []).filter(({ id }) => onlyFiles.includes(id)).map(({ title }) => title);
  return [{ label: say('party.files'), value: titles.map((title) => isolate(title, language)).join(', ') }];
}

/** Maximum number of characters of a value that shares its line with another one. */
const shortest = 26;

function inPairs(facts: readonly { label: string; value: string }[]): Pick<SignatureBlock, 'pairs' | 'rows'> {
  const { short = [], long = [] } = Object.groupBy(facts, ({ value }) =>
    value.length <= shortest ? 'short' : 'long',
  );
  return { pairs: short, rows: long };
}

function head({ name, email, role, turn }: StoredRecipient, inOrder: boolean, { say, language }: Wording) {
  const acts = role === 'signer' || role === 'approver';
  const part = say(`role.${role}`);
  const roleWords = inOrder && acts ? say('role.inOrder', { role: part, order: String(turn) }) : part;
  return {
    name: isolate(name || email, language),
    aside: name === '' || email === '' ? roleWords : `${roleWords}  ·  ${isolate(email, language)}`,
  };
}

function signed(
  signature: Signature,
  record: SigningRecord,
  pictures: Pictures,
  words: Wording,
): SignatureBlock {
  const { events } = record;
  const { recipient } = signature;
  const { say } = words;
  const { rows, ...mark } = markBlock(signature, record, pictures, words);
  return {
    ...mark,
    rows: [
      ...rows,
      { label: say('party.identified'), value: identifiedBy(recipient.id, events, words) },
      ...actsForRecipients(recipient.id, events, words).map((value) => ({
        label: say('party.actsFor'),
        value,
      })),
      ...acknowledgedFiles(recipient.id, record, words),
      ...principalsOf(recipient.id, events).flatMap((person) => hintRows(person, words)),
      ...otherDisclosure(signature, record, words),
    ],
  };
}

/** Returns the signature and how it was made: drawn, typed, or saved earlier in the signer's browser. */
export function markBlock(
  { recipient, kind, imageSha256, text, typeface }: Signature,
  { events }: Pick<SigningRecord, 'events'>,
  pictures: Pictures,
  words: Wording,
): SignatureBlock {
  const { say } = words;
  const ink = imageSha256 === null ? undefined : pictures.get(imageSha256);
  const who = recipient.name || recipient.email;
  const made = kind === 'typed' ? typedAs(text ?? '', recipient.name, words) : say('signature.drawn');
  const isSaved = eventsSinceAct(recipient.id, events).some(
    ({ event }) => event.data.savedInBrowser === true,
  );
  const how = isSaved ? say('signature.saved', { how: made }) : made;
  return {
    kind: 'signature',
    ...(ink && { ink }),
    ...(text !== null && { typed: { text, face: typeface ?? 'dancing-script' } }),
    alt: say('signature.of', { who }),
    name: who,
    rows: [{ label: say('party.signature'), value: how }],
  };
}

/** Returns a row with the files that the recipient confirmed having read. */
function acknowledgedFiles(
  recipientId: string,
  { document, events }: SigningRecord,
  { say, language }: Wording,
) {
  const consent = events.findLast(
    ({ type, event }) => type === 'consent_given' && event.actor.id === recipientId,
  );
  const ids = String(consent?.event.data['acknowledgedFiles'] ?? '').split(' ');
  const titles = (document.files ?? [])
    .filter(({ id, kind }) => kind === 'acknowledge' && ids.includes(id))
    .map(({ title }) => title);
  if (titles.length === 0) return [];
  return [
    {
      label: say('party.acknowledged'),
      value: titles.map((title) => isolate(title, language)).join(commaOf(language)),
    },
  ];
}

/** Returns no row if the recipient agreed to the text that the certificate prints. */
function otherDisclosure(
  { disclosureVersion: version, locale: language }: Signature,
  { signatures }: SigningRecord,
  { say, language: own }: Wording,
) {
  const isShown = language === own && signatures.every((one) => one.disclosureVersion === version);
  const value = say('party.disclosureValue', { version, language });
  return isShown ? [] : [{ label: say('party.disclosure'), value }];
}

function unsigned(
  { id, name, email, role }: StoredRecipient,
  events: readonly RecordedEvent[],
  words: Wording,
): SignatureBlock {
  const { say, language } = words;
  const declined = events.findLast(
    ({ type, event }) => type === 'document_declined' && event.actor.id === id,
  );
  const reason = declined?.personal.reason;
  const rows = [
    ...(declined ? [{ label: say('party.identified'), value: identifiedBy(id, events, words) }] : []),
    ...(reason ? [{ label: say('party.reason'), value: isolate(reason, language) }] : []),
  ];
  const isMissing = role === 'signer' || role === 'approver';
  const none = isMissing ? [{ label: say('party.signature'), value: say('party.notYet') }] : [];
  return { kind: 'signature', alt: say('party.notYet'), name: name || email, rows: [...none, ...rows] };
}

/** Returns the times of a recipient's part in order. A delegation starts them again. */
function timesOf(
  { events }: SigningRecord,
  recipient: StoredRecipient,
  signature: Signature | undefined,
  words: Wording,
) {
  const { say } = words;
  const own = eventsSinceAct(recipient.id, events);
  const first = (type: RecordedEvent['type']) => own.find((event) => event.type === type)?.occurredAt;
  const opened = openedAt(recipient.id, events);
  const retrieved = retrievedAt(recipient.id, events);
  const invited = first('invitation_issued');
  const declined = first('document_declined');
  const shown = (label: string, at: Date | null | undefined) =>
    at ? [{ label, value: words.timeOf(at) }] : [];
  return [
    ...shown(say('party.sent'), invited),
    ...handoutRows(own, words),
    ...deliveryOf(own, recipient, words),
    ...(retrieved
      ? [
          { label: say('party.retrieved'), value: words.timeOf(retrieved) },
          { label: say('party.display'), value: say('party.notDisplayed') },
        ]
      : []),
    ...((signature || declined) && !opened && !retrieved
      ? [{ label: say('party.opened'), value: '–' }]
      : shown(say('party.opened'), opened)),
    ...shown(say('party.agreed'), first('consent_given')),
    ...(signature
      ? shown(say(signature.act === 'approved' ? 'party.approved' : 'party.signed'), signature.signedAt)
      : shown(say('party.declined'), declined)),
    ...(signature ? [{ label: say('party.network'), value: shortAddress(signature.ip) }] : []),
  ];
}

/**
 * Returns a row for each time that a member got the link to deliver it. Nothing proves who received the link
 * from the member.
 */
function handoutRows(own: readonly RecordedEvent[], { say, named, timeOf }: Wording) {
  return own
    .filter(({ type }) => type === 'link_handed_out')
    .map(({ personal, occurredAt }) => {
      const who = personal.actorEmail ? named(personal.actor ?? '', personal.actorEmail) : say('erased');
      return {
        label: say('party.handedOut'),
        value: say('handedOut.value', { who, at: timeOf(occurredAt) }),
      };
    });
}

/**
 * Returns the delivery status of the last invitation or reminder, which is only the mail server's response.
 * Ignores a bounce from a previous holder's address that arrives after delegation.
 */
function deliveryOf(own: readonly RecordedEvent[], { email }: StoredRecipient, words: Wording) {
  const { say } = words;
  const last = own.findLast(
    ({ type, event, personal }) =>
      type.startsWith('mail_') &&
      (event.data.mail === 'invitation' || event.data.mail === 'reminder') &&
      isSamePerson({ email: personal.recipientEmail ?? email }, { email }),
  );
  if (!last) return [];
  const labels: Partial<Record<RecordedEvent['type'], string>> = {
    mail_accepted: say('delivery.accepted'),
    mail_written: say('delivery.written'),
    mail_deferred: say('delivery.deferred'),
    mail_bounced: say('delivery.bounced'),
    mail_blocked: say('delivery.blocked'),
  };
  const label = labels[last.type];
  return label === undefined ? [] : [{ label, value: words.timeOf(last.occurredAt) }];
}

/**
 * Returns each address that the sender replaced, and whether a link was sent to it, since that mailbox may
 * belong to a stranger.
 */
function earlierAddresses(
  recipientId: string,
  events: readonly RecordedEvent[],
  { say, language, timeOf }: Wording,
): { label: string; value: string }[] {
  const own = events.filter(({ event }) => event.data.recipientId === recipientId);
  return own.flatMap((event, at) => {
    if (event.type !== 'recipient_corrected' || event.event.data.addressChanged !== true) return [];
    // The recipient had no address before the correction.
    const { beforeEmail } = event.personal;
    if (beforeEmail === undefined && event.event.personal['beforeEmail'] === undefined) return [];
    const before = own.slice(0, at);
    const since = before.findLastIndex(({ type }) => type === 'recipient_corrected') + 1;
    const invited = before.slice(since).find(({ type }) => type === 'invitation_issued');
    const parts = {
      address: isolate(beforeEmail ?? say('erased'), language),
      until: timeOf(event.occurredAt),
    };
    const value = invited
      ? say('earlier.invited', { ...parts, at: timeOf(invited.occurredAt) })
      : say('earlier.notInvited', parts);
    return [{ label: say('party.earlierAddress'), value }];
  });
}

/**
 * Describes a typed signature. A name that differs from the invited one must not be presented as the
 * recipient's.
 */
function typedAs(text: string, invited: string, { say }: Wording): string {
  const plain = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return invited === '' || plain(text) === plain(invited)
    ? say('signature.typed', { text })
    : say('signature.typedOther', { text, name: invited });
}
