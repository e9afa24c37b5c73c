import { MAX_BRAND_NAME } from '#core/brand/brand.ts';
import { disclosureFor, disclosureText } from '#core/consent/disclosure.ts';
import type { Field } from '#core/field/field.ts';
import { printedForms } from '#core/field/printed-texts.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { chainStart } from '#core/trail/chain.ts';
import type { Actor, EventType, TrailEvent } from '#core/trail/event.ts';
import { packInk, type PackedInk } from '#pdf/image/packed-ink.ts';
import type { Sender } from '../../records/sender-store.ts';
import type { StoredDocument, StoredRecipient } from '../../records/document-store.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { RecordedEvent } from '../../records/trail/trail-store.ts';
import { sampleText } from './sample-texts.ts';
import type { Signature, SigningRecord } from '../record/signing-record.ts';

/** A draft as it would be sent, with the recipients' printed details. */
export type Trial = {
  document: Pick<StoredDocument, 'accountId' | 'id' | 'baseSha256' | 'pages' | 'formats'>;
  fields: readonly Field[];
  recipients: readonly Pick<StoredRecipient, 'id' | 'role'>[];
  scripts: readonly string[];
};

/** Maximum lengths of a name and a title, in UTF-16 units. */
const longest = { name: 200, title: 200 };

/** Placeholder for the hash of pictures that signers will draw. */
export const samplePicture = 'sample';

/** Returns a thin wave, as wide as a signature pad. */
export function sampleInk(): PackedInk {
  const [width, height] = [300, 90];
  const opacity = new Uint8Array(width * height);
  for (let x = 0; x < width; x += 1) {
    const y = Math.round(height / 2 + (height / 2 - 2) * Math.sin(x / 18));
    opacity.fill(255, y * width + x, y * width + x + 1);
  }
  return packInk({ width, height, opacity });
}

/**
 * Returns a signing record as if everyone had signed, used only to check printing. Names and the title have
 * maximum length in the scripts of this document, and every recipient has one event of each kind that applies
 * to them.
 */
export function sampleRecord(trial: Trial, values: Map<string, string>): SigningRecord {
  const at = new Date(0);
  const name = sampleText(trial.scripts, longest.name);
  const recipients = trial.recipients.map((recipient, index) =>
    sampleRecipient(recipient, { name, email: `${'w'.repeat(40)}.${index}@sample.invalid`, at }),
  );
  const sender: Sender = {
    name,
    email: `${'w'.repeat(48)}@sample.invalid`,
    confirmedAt: at.getTime(),
    confirmedBy: 'provider',
    onBehalfOf: { name, email: `${'w'.repeat(48)}@sample.invalid` },
  };
  const accountName = sampleText(trial.scripts, MAX_BRAND_NAME);
  const events = sampleEvents(trial, recipients, { ...sender, accountName }, values);
  return {
    document: {
      ...sampleDocument(at),
      ...trial.document,
      pages: [...trial.document.pages],
      title: sampleText(trial.scripts, longest.title),
      fileName: `${sampleText(trial.scripts, longest.title)}.pdf`,
    },
    recipients,
    fields: [...trial.fields],
    sender,
    signatures: recipients.filter(mustAct).map((recipient) => sampleSignature(recipient, sender, at)),
    values,
    printed: printedForms(trial.fields, values, trial.document.formats),
    events,
    chainHead: events.at(-1)?.hash ?? chainStart,
  };
}

function sampleSignature(recipient: StoredRecipient, sender: Sender, at: Date): Signature {
  const disclosure = disclosureFor(
    { senderName: sender.name, senderEmail: sender.email },
    recipient.language ?? 'en',
  );
  return {
    recipient,
    act: recipient.role === 'approver' ? 'approved' : 'signed',
    kind: 'drawn',
    imageSha256: samplePicture,
    text: null,
    typeface: 'dancing-script',
    initialsSha256: null,
    initialsText: 'WŁ',
    disclosureVersion: disclosure.version,
    disclosureSha256: sha256(disclosureText(disclosure)),
    locale: recipient.language ?? 'en',
    ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    signedAt: at,
  };
}

/** Returns the events of each recipient, in order. */
const own: readonly EventType[] = ['invitation_issued', 'mail_accepted', 'document_opened', 'consent_given'];

function sampleEvents(
  { document }: Trial,
  recipients: readonly StoredRecipient[],
  sender: Sender & { accountName: string },
  values: ReadonlyMap<string, string>,
): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  const add = (type: EventType, actor: Actor, personal: Record<string, string>): void => {
    const seq = events.length + 1;
    const hash = sha256(`${seq}`);
    const event: TrailEvent = {
      v: 1,
      documentId: document.id,
      seq,
      id: document.id,
      type,
      actor,
      occurredAt: new Date(0).toISOString(),
      data: { baseSha256: document.baseSha256 },
      personal: Object.fromEntries(Object.keys(personal).map((name) => [name, hash])),
      prev: hash,
    };
    const salts = Object.fromEntries(Object.keys(personal).map((name) => [name, hash.slice(0, 32)]));
    const body = JSON.stringify(event);
    events.push({ seq, type, occurredAt: new Date(0), event, personal, salts, body, hash });
  };
  const byUser: Actor = { kind: 'user', id: document.id };
  add('document_uploaded', byUser, { actor: sender.name, actorEmail: sender.email });
  add('document_sent', byUser, {
    actor: sender.name,
    actorEmail: sender.email,
    account: sender.accountName,
  });
  for (const { id, name, email, role } of recipients) {
    const act: EventType = role === 'approver' ? 'document_approved' : 'document_signed';
    const types = mustAct({ role }) ? [...own, act] : own.slice(0, 2);
    for (const type of types) add(type, { kind: 'recipient', id }, { actor: name, actorEmail: email });
  }
  const filled = [...values].map(([id, value]): [string, string] => [`field:${id}`, value]);
  add('all_signed', { kind: 'system', id: null }, Object.fromEntries(filled));
  return events;
}

function sampleRecipient(
  { id, role }: Trial['recipients'][number],
  { name, email, at }: { name: string; email: string; at: Date },
): StoredRecipient {
  return {
    id,
    role,
    name,
    email,
    turn: 1,
    position: 1,
    status: 'signed',
    language: null,
    delivery: 'accepted',
    deliveryReply: null,
    openedAt: at,
    actedAt: at,
    declineReason: null,
    invitedAt: at,
    remindedAt: null,
    reminders: 0,
    remindAt: null,
    consentWithdrawnAt: null,
    accessCodeHash: null,
    accessCodeTries: 0,
    mailCode: false,
    mailCodeNonce: null,
    mailCodeAt: null,
    mailCodeTries: 0,
    mailCodeWrong: 0,
    passkey: 'none',
    message: '',
  };
}

function sampleDocument(at: Date): SigningRecord['document'] {
  return {
    accountId: '',
    id: '',
    createdBy: '',
    title: '',
    status: 'sealing',
    revision: 1,
    fileName: '',
    originalSha256: '0'.repeat(64),
    originalSize: 0,
    baseSha256: '',
    baseSize: 0,
    pages: [],
    sealedSha256: null,
    sealedSize: null,
    sealLevel: null,
    timestampedAt: null,
    augmentation: null,
    subject: '',
    message: '',
    signingOrder: 'parallel',
    sealProblem: null,
    reminderRule: null,
    delegationAllowed: false,
    signatureKinds: null,
    warnAt: null,
    createdAt: at,
    updatedAt: at,
    sentAt: at,
    expiresAt: at,
    completedAt: null,
    folderId: null,
    deletedAt: null,
    test: false,
  };
}
