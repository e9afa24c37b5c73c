import { assignParties } from '../field/assign-parties.ts';
import { fieldFaults } from '../field/field-faults.ts';
import { fieldIncomplete } from '../field/fault-sentence.ts';
import { type Field, isWritten } from '../field/field.ts';
import { isOfSender, kindName } from '../field/kinds.ts';
import { giveTo, isForOnlySigner } from '../field/owner-gone.ts';
import { overlaps, overlapSentence } from '../field/layout/overlaps.ts';
import { nameProblem, refuseName } from '../person/name.ts';
import { checkDelivery } from '../recipient/delivery.ts';
import { mustAct, refuseTwice, hasDuplicateRole, type Recipient } from '../recipient/recipient.ts';
import { dueForInvitation, earlierAmong, type SigningOrder } from '../recipient/turn.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { advance, type DocumentState } from './lifecycle.ts';
import { daysUntilExpiry } from './sending-terms.ts';
import { normalizeEntry, valueProblem } from '../field/check-value.ts';
import { plainText } from '../field/values/plain-text.ts';

export { isMailAddress } from '../recipient/address.ts';

export type Draft = {
  status: DocumentState;
  signingOrder: SigningOrder;
  recipients: readonly Recipient[];
  fields: readonly Field[];
};

export type Sending = {
  status: DocumentState;
  /** Fields, assigned to the only signer where there is just one. */
  fields: Field[];
  /** Recipients to invite now. Others are invited when it is their turn. */
  invite: Recipient[];
  /** Deadline in ms UTC. */
  expiresAt: number;
};

/**
 * Decides whether a document can be sent. Runs the checks in order and returns the resulting changes. `now` is
 * ms UTC.
 */
export function decideSend(
  draft: Draft,
  input: { expirationDays: unknown; recipientLimit: number | null },
  now: number,
): Sending | Refusal {
  const next = advance(draft.status, 'send');
  if (isRefusal(next)) return next;
  const people = checkRecipients(draft.recipients, input.recipientLimit);
  if (people) return people;
  const fields = assignFields(draft);
  if (isRefusal(fields)) return fields;
  const days = daysUntilExpiry(input.expirationDays);
  if (isRefusal(days)) return days;
  return {
    status: next.status,
    fields,
    invite: dueForInvitation(draft.signingOrder, draft.recipients),
    expiresAt: now + days * 86_400_000,
  };
}

/** Checks whether a document can be sent to these recipients. This is the first check before sending. */
export function checkRecipients(recipients: readonly Recipient[], limit: number | null): Refusal | undefined {
  if (recipients.length === 0) {
    return refuse('recipients-missing', 'No recipients: Please add at least one recipient');
  }
  if (!recipients.some(mustAct)) {
    return refuse(
      'signer-missing',
      'This document has no signer. Give at least one recipient the role of signer or approver.',
    );
  }
  if (limit !== null && recipients.length > limit) {
    return refuse(
      'plan-limit-recipients',
      `Your plan allows ${limit} recipients per document and this one has ${recipients.length}. Remove some or choose a larger plan.`,
      { limit, requested: recipients.length },
    );
  }
  for (const recipient of recipients) {
    const undeliverable = checkDelivery(recipient);
    if (undeliverable) return undeliverable;
  }
  const twice = recipients.find((recipient) => hasDuplicateRole(recipients, recipient));
  if (twice) return refuseTwice(twice);
  for (const { name, email } of recipients) {
    const problem = nameProblem(name);
    if (problem) return refuseName('recipient-name-invalid', `The name of ${email}`, problem);
  }
  return undefined;
}

/**
 * Returns the fields with their recipients, or why they cannot be sent. Fields that never had a recipient go to
 * the only signer. If there are several signers, or if the field's recipient was removed, the sender has to
 * assign the field.
 */
export function assignFields(
  draft: Pick<Draft, 'recipients' | 'fields' | 'signingOrder'>,
): Field[] | Refusal {
  const signers = draft.recipients.filter((recipient) => recipient.role === 'signer');
  const known = new Map(draft.recipients.map((recipient) => [recipient.id, recipient]));
  const assigned: Field[] = [];
  for (const field of assignParties(draft.fields, draft.recipients)) {
    if (isOfSender(field.type)) {
      assigned.push(normalizePrefilled(giveTo(field, null)));
      continue;
    }
    const only = signers.length === 1 ? signers[0] : undefined;
    const owner = isForOnlySigner(field) ? only : known.get(field.recipientId ?? '');
    if (!owner || !mustAct(owner)) {
      return refuse(
        'field-not-assigned',
        `The ${kindName(field.type)} field on page ${field.page} isn’t assigned to a signer. Assign it to one.`,
        { page: field.page },
      );
    }
    assigned.push(normalizePrefilled(giveTo(field, owner.id)));
  }
  const [faulty] = fieldFaults(assigned, draft.recipients, earlierAmong(draft));
  if (faulty) return fieldIncomplete(faulty);
  const overlap = overlaps(assigned).find(({ blocks }) => blocks);
  return overlap ? refuse('field-overlap', overlapSentence(overlap)) : assigned;
}

/** Returns the field with the sender's value in stored form. An invalid value remains as typed. */
function normalizePrefilled<F extends Pick<Field, 'type' | 'properties'>>(field: F): F {
  const { type, properties = {} } = field;
  if (properties.value === undefined) return field;
  if (type === 'note') return { ...field, properties: { ...properties, value: plainText(properties.value) } };
  if (!isWritten(type)) return field;
  const value = normalizeEntry(field, properties.value);
  if (value === properties.value || valueProblem({ type, properties }, value)) return field;
  return { ...field, properties: { ...properties, value } };
}
