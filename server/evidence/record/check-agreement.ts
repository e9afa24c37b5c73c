import {
  agreementText,
  isAllowedSuccessor,
  readAgreement,
  type Agreement,
} from '#core/document/agreement.ts';
import type { EventType } from '#core/trail/event.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { RecordedEvent } from '../../records/trail/trail-store.ts';
import type { SigningRecord } from './signing-record.ts';

/**
 * Event types that record which agreement they are based on. `document_sent` and the two kinds of changes
 * also contain its text.
 */
const stating: readonly EventType[] = [
  'document_sent',
  'recipient_corrected',
  'recipient_delegated',
  'document_opened',
  'document_retrieved',
  'passkey_confirmed',
  'document_signed',
  'document_approved',
];

/**
 * Compares the rows about to be printed with the agreement in force at the end of the audit trail (P-11,
 * T-04). Returns undefined if every action is based on the agreement in force at its time, every change has
 * its event, and the rows match the last agreement. Otherwise returns the reason.
 */
export function agreementDisagrees(record: SigningRecord): string | undefined {
  let inForce: Stated | undefined;
  for (const event of record.events) {
    const stated = statedBy(record, event, inForce);
    if (typeof stated === 'string') return stated;
    inForce = stated;
  }
  if (!inForce) return 'The first agreement is missing.';
  const text = agreementText(record, inForce.agreement.salt);
  return text === inForce.text
    ? undefined
    : 'Fields, recipients or title differ from what everyone agreed to.';
}

type Stated = { text: string; sha256: string; agreement: Agreement };

/** Returns the agreement in force after the event, or an error. */
function statedBy(
  record: SigningRecord,
  event: RecordedEvent,
  inForce: Stated | undefined,
): Stated | string | undefined {
  if (!stating.includes(event.type)) return inForce;
  const { agreementSha256: hash } = event.event.data;
  const text = event.personal['agreement'];
  if (hash === undefined) return `Event ${event.seq} is based on no agreement.`;
  if (text === undefined) {
    return hash === inForce?.sha256 ? inForce : `Event ${event.seq} is based on another agreement.`;
  }
  const agreement = readAgreement(text);
  if (!agreement || sha256(text) !== hash) return `Event ${event.seq} contains no agreement.`;
  const next = { text, sha256: hash, agreement };
  if (!inForce) return event.type === 'document_sent' ? next : 'The first agreement is missing.';
  return isChange(event, inForce.agreement, agreement, record.events)
    ? next
    : `Event ${event.seq} changes more of the agreement than it states.`;
}

/**
 * Returns true if the only difference is that a recipient who has not acted became the person named in the
 * event.
 */
function isChange(
  event: RecordedEvent,
  before: Agreement,
  after: Agreement,
  events: readonly RecordedEvent[],
): boolean {
  const { recipientId } = event.event.data;
  if (event.type !== 'recipient_corrected' && event.type !== 'recipient_delegated') return false;
  const now = after.recipients.find(({ id }) => id === recipientId);
  const { recipient = '', recipientEmail = '' } = event.personal;
  const hadActed = events.some(
    ({ seq, type, event: { actor } }) =>
      seq < event.seq &&
      actor.id === recipientId &&
      (type === 'document_signed' || type === 'document_approved'),
  );
  return (
    isAllowedSuccessor(before, after, recipientId) &&
    !hadActed &&
    now?.name === recipient &&
    now.email === recipientEmail
  );
}
