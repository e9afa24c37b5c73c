import { disclosureFor, disclosureText } from '#core/consent/disclosure.ts';
import { agreementText, baseStated } from '#core/document/agreement.ts';
import type { Field } from '#core/field/field.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import { chainEvent, chainStart, commitTo } from '#core/trail/chain.ts';
import { fileFacts, writeFileFacts } from '#core/trail/file-facts.ts';
import type { Actor, EventData, EventType, TrailEvent } from '#core/trail/event.ts';
import type { StoredRecipient } from '#server/records/document.ts';
import type { SigningRecord } from '#server/evidence/record/signing-record.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import type { RecordedEvent } from '#server/records/trail/trail-store.ts';
import { grace } from '#testing/cast.ts';
import { sampleLease } from './sample-lease.ts';
import { plainDocument, plainRecipient } from './untouched.ts';

export const ada = {
  name: 'Ada Moreau',
  email: 'ada@harbour.example',
  confirmedAt: Date.UTC(2026, 1, 27),
  confirmedBy: 'mail' as const,
};

const documentId = '0195550a-0000-7000-8000-00000000000a';
const [graceId, fieldId] = ['0195550a-0000-7000-8000-00000000000b', '0195550a-0000-7000-8000-00000000000c'];
const base = sampleLease(1);
const baseSha256 = sha256(base);
const signedAt = new Date('2026-03-02T09:04:00.000Z');

/**
 * Returns the signing record of a lease that Ada sent and Grace signed. It is the same in every run. Tests of
 * the certificate and the evidence use it as input, without a database.
 */
/** `formats` is null for a document that was sent before documents had formats. */
export function signedLease(formats: DocumentFormats | null = null): SigningRecord {
  return signedRecord({ ...lease(), formats }, [address], { [fieldId]: 'Harbour Lane 7' });
}

/** Like `signedLease`, for another document with fields that Grace filled in. */
export function signedRecord(
  document: SigningRecord['document'],
  fields: readonly Field[],
  values: Record<string, string>,
  base: { baseSha256?: string } = baseStated(document),
): SigningRecord {
  const agreed = { document, recipients: [signer()], fields: [...fields] };
  const events = trail(agreed, values, base);
  return {
    ...agreed,
    sender: ada,
    signatures: [
      {
        recipient: signer(),
        act: 'signed',
        kind: 'typed',
        imageSha256: null,
        text: 'Grace Lindqvist',
        typeface: 'caveat',
        initialsSha256: null,
        initialsText: null,
        disclosureVersion: disclosureFor(disclosed).version,
        disclosureSha256: sha256(disclosureText(disclosureFor(disclosed))),
        locale: 'en',
        ip: '203.0.113.77',
        signedAt,
      },
    ],
    values: new Map(Object.entries(values)),
    events,
    printed: new Map(),
    chainHead: events.at(-1)!.hash,
  };
}

export const address: Field = {
  id: fieldId,
  type: 'text',
  page: 1,
  x: 72,
  y: 600.5,
  width: 190,
  height: 26,
  recipientId: graceId,
  required: true,
  label: 'Address',
};

const disclosed = { senderName: ada.name, senderEmail: ada.email };

function trail(
  sent: Pick<SigningRecord, 'document' | 'recipients' | 'fields'>,
  values: Record<string, string>,
  base: { baseSha256?: string },
): RecordedEvent[] {
  const agreement = agreementText(sent, 'ada5a17'.padEnd(32, '0'));
  const { title, id, files } = sent.document;
  const sender: Actor = { kind: 'user', id: '0195550a-0000-7000-8000-00000000000d' };
  const recipient: Actor = { kind: 'recipient', id: graceId };
  const adaIs = { actor: ada.name, actorEmail: ada.email };
  const graceIs = { actor: grace.name, actorEmail: grace.email, ip: '203.0.113.77', userAgent: 'Browser/1' };
  const agreementSha256 = sha256(agreement);
  const events: RecordedEvent[] = [];
  const add = (type: EventType, actor: Actor, data: EventData, personal: Record<string, string>) =>
    events.push(record(id, events, { type, actor, data }, personal));
  for (const { originalSha256, originalSize, baseSha256, pages } of files ?? []) {
    const facts = { originalSha256, baseSha256, bytes: originalSize, pages, kind: 'pdf' };
    add('files_changed', sender, { change: 'added' }, { ...adaIs, [fileFacts]: writeFileFacts(facts) });
  }
  add(
    'document_sent',
    sender,
    { ...base, agreementSha256, fields: 1, recipients: 1 },
    { ...adaIs, title, agreement },
  );
  const link = { linkId: 'graces-link', servedAt: '2026-03-02T09:01:30.000Z' };
  add('document_opened', recipient, { ...base, agreementSha256, ...link }, graceIs);
  const disclosure = disclosureFor(disclosed);
  const agreed = {
    disclosureVersion: disclosure.version,
    disclosureSha256: sha256(disclosureText(disclosure)),
    locale: 'en',
  };
  add('consent_given', recipient, agreed, graceIs);
  const how = {
    ...base,
    agreementSha256,
    method: 'typed',
    typeface: 'caveat',
    imageSha256: null,
    fields: 1,
    ...link,
  };
  const entered = Object.entries(values).map(([field, value]) => [`field:${field}`, value] as const);
  const what = { signature: grace.name, ...Object.fromEntries(entered) };
  add('document_signed', recipient, how, { ...graceIs, ...what });
  add('all_signed', { kind: 'system', id: null }, {}, {});
  return events;
}

function record(
  documentId: string,
  before: readonly RecordedEvent[],
  event: Pick<TrailEvent, 'type' | 'actor' | 'data'>,
  personal: Record<string, string>,
): RecordedEvent {
  const seq = before.length + 1;
  const names = Object.keys(personal);
  const salts = Object.fromEntries(names.map((name) => [name, sha256(`${seq} ${name}`).slice(0, 32)]));
  const commitments = names.map((name) => [name, commitTo(salts[name]!, personal[name]!, sha256)] as const);
  const occurredAt = new Date(Date.UTC(2026, 2, 2, 9, seq));
  const whole: TrailEvent = {
    v: 1,
    documentId,
    seq,
    id: `0195550a-0000-7000-8000-0000000000e${seq}`,
    ...event,
    occurredAt: occurredAt.toISOString(),
    personal: Object.fromEntries(commitments),
    prev: before.at(-1)?.hash ?? chainStart,
  };
  return { seq, type: event.type, occurredAt, event: whole, personal, salts, ...chainEvent(whole, sha256) };
}

function signer(): StoredRecipient {
  return {
    ...grace,
    id: graceId,
    role: 'signer',
    turn: 1,
    position: 1,
    status: 'signed',
    language: null,
    delivery: 'accepted',
    deliveryReply: '250 OK',
    openedAt: new Date('2026-03-02T09:02:00.000Z'),
    actedAt: signedAt,
    declineReason: null,
    ...plainRecipient,
  };
}

export function lease(): SigningRecord['document'] {
  return {
    accountId: '0195550a-0000-7000-8000-00000000000f',
    id: documentId,
    createdBy: '0195550a-0000-7000-8000-00000000000d',
    title: 'Lease: Harbour Lane 7',
    status: 'sealing',
    revision: 3,
    fileName: 'lease.pdf',
    originalSha256: sha256('the lease as Ada uploaded it'),
    originalSize: 48_000,
    baseSha256,
    baseSize: base.length,
    pages: [{ width: 595, height: 842, rotate: 0, crop: [0, 0, 595, 842], userUnit: 1 }],
    sealedSha256: null,
    sealedSize: null,
    sealLevel: null,
    timestampedAt: null,
    augmentation: null,
    subject: '',
    message: '',
    signingOrder: 'parallel',
    sealProblem: null,
    ...plainDocument,
    createdAt: new Date('2026-03-02T08:50:00.000Z'),
    updatedAt: signedAt,
    sentAt: new Date('2026-03-02T09:01:00.000Z'),
    expiresAt: new Date('2026-04-01T09:01:00.000Z'),
    completedAt: null,
    folderId: null,
    deletedAt: null,
    test: false,
  };
}
