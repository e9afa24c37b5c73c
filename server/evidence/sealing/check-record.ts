import { mustAct } from '#core/recipient/recipient.ts';
import type { TrailEvent } from '#core/trail/event.ts';
import type { RecordedEvent } from '../../records/trail/trail-store.ts';
import { agreementDisagrees } from '../record/check-agreement.ts';
import { wasDisplayed } from '../certificate/identified-by.ts';
import type { Signature, SigningRecord } from '../record/signing-record.ts';

/**
 * Returns how the rows about to be printed contradict the audit trail, or undefined if they agree. Pages are
 * printed from rows and proved by the trail, so a row that was changed directly in the database is never
 * sealed.
 */
export function disagreement(record: SigningRecord): string | undefined {
  const signed = new Set(record.signatures.map(({ recipient }) => recipient.id));
  const missing = record.recipients.find((recipient) => mustAct(recipient) && !signed.has(recipient.id));
  return findRecordMismatch(record) ?? (missing && `Recipient ${missing.id} never signed.`);
}

/** Like `disagreement`, for a document that ended before all recipients signed. */
export function findRecordMismatch(record: SigningRecord): string | undefined {
  const { signatures, events } = record;
  const wrong = valuesDisagree(record) ?? agreementDisagrees(record);
  if (wrong) return wrong;
  const signed = new Set(signatures.map(({ recipient }) => recipient.id));
  const unrecorded = events.find((event) => isAct(event) && !signed.has(event.event.actor.id ?? ''));
  if (unrecorded) return `Recipient ${unrecorded.event.actor.id} signed, but the signature is missing.`;
  for (const signature of signatures) {
    const disagrees = signatureDisagrees(record, signature);
    if (disagrees) return disagrees;
  }
  return undefined;
}

function valuesDisagree({ values, printed, events }: SigningRecord): string | undefined {
  const recorded = new Map(events.flatMap(({ personal }) => Object.entries(personal)));
  for (const [fieldId, value] of values) {
    if (value !== (recorded.get(`field:${fieldId}`) ?? '')) {
      return `The value of field ${fieldId} differs from the recorded one.`;
    }
  }
  for (const [fieldId] of values) {
    if (printed.get(fieldId) !== recorded.get(`printed:${fieldId}`)) {
      return `The printed text of field ${fieldId} differs from the recorded one.`;
    }
  }
  for (const [name, value] of recorded) {
    if (name.startsWith('field:') && value !== '' && !values.has(name.slice('field:'.length))) {
      return `The value of field ${name.slice('field:'.length)} was recorded but is missing.`;
    }
  }
  return undefined;
}

function signatureDisagrees({ document, events }: SigningRecord, signature: Signature): string | undefined {
  const { recipient, imageSha256, text, initialsSha256, initialsText } = signature;
  const ofRecipient = events.filter(({ event }) => event.actor.id === recipient.id);
  const act = ofRecipient.find(isAct);
  const { baseSha256 = document.files ? document.baseSha256 : undefined } = act?.event.data ?? {};
  if (!act || baseSha256 !== document.baseSha256) {
    return `The file differs from the one that recipient ${recipient.id} signed.`;
  }
  const { typeface = signature.typeface } = act.event.data; // missing in older events
  if (typeface !== signature.typeface) {
    return `The signature of recipient ${recipient.id} was typed in another typeface.`;
  }
  if (act.event.data.imageSha256 !== imageSha256 || (act.personal.signature ?? null) !== text) {
    return `The signature of recipient ${recipient.id} differs from the recorded one.`;
  }
  const { initialsSha256: recordedHash = null } = act.event.data;
  if (recordedHash !== initialsSha256 || (act.personal.initials ?? null) !== initialsText) {
    return `The initials of recipient ${recipient.id} differ from the recorded ones.`;
  }
  const { actor = '', actorEmail = '' } = act.personal;
  if (actor !== recipient.name || actorEmail !== recipient.email) {
    return `Recipient ${recipient.id} had another name when they signed.`;
  }
  if (act.event.data['linkId'] !== undefined && !wasDisplayed(recipient.id, events)) {
    return `Recipient ${recipient.id} neither opened nor retrieved what they signed.`;
  }
  if ((act.personal.ip ?? null) !== signature.ip) {
    return `Recipient ${recipient.id} signed from another address.`;
  }
  const { occurredAt } = JSON.parse(act.body) as TrailEvent;
  if (act.type !== `document_${signature.act}` || occurredAt !== signature.signedAt.toISOString()) {
    return `Recipient ${recipient.id} signed at another time or in another way.`;
  }
  const consent = ofRecipient.find(({ type }) => type === 'consent_given')?.event.data;
  return consent?.disclosureSha256 === signature.disclosureSha256 &&
    consent.disclosureVersion === signature.disclosureVersion &&
    consent.locale === signature.locale
    ? undefined
    : `Recipient ${recipient.id} agreed to another text.`;
}

/**
 * Returns undefined if the ink of each picture about to be drawn matches the ink hash in its signer's event.
 * Older events have no ink hash.
 */
export function inkDisagrees(
  { signatures, events }: Pick<SigningRecord, 'signatures' | 'events'>,
  inkOf: (imageSha256: string) => string,
): string | undefined {
  for (const { recipient, imageSha256, initialsSha256 } of signatures) {
    const act = events.find((event) => isAct(event) && event.event.actor.id === recipient.id)?.event.data;
    const named = [
      [imageSha256, act?.inkSha256],
      [initialsSha256, act?.initialsInkSha256],
    ] as const;
    if (named.some(([image, ink]) => ink !== undefined && ink !== (image === null ? null : inkOf(image)))) {
      return `The ink of recipient ${recipient.id} differs from the recorded ink.`;
    }
  }
  return undefined;
}

function isAct({ type }: Pick<RecordedEvent, 'type'>): boolean {
  return type === 'document_signed' || type === 'document_approved';
}
