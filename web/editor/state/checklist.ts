import { groupBy } from '#core/list/group-by.ts';
import type { FieldCoverView, RecipientView } from '#contract/documents/documents.ts';
import { assignParties } from '#core/field/assign-parties.ts';
import { fieldFaults, type FaultyField, type FieldOwner } from '#core/field/field-faults.ts';
import type { Field } from '#core/field/field.ts';
import { isOfSender } from '#core/field/kinds.ts';
import { isForOnlySigner } from '#core/field/owner-gone.ts';
import { overlaps } from '#core/field/layout/overlaps.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import { earlierAmong, impliedOrder } from '#core/recipient/turn.ts';
import { inReadingOrder } from './layout.ts';

/** A problem to solve before a document is sent. `blocks` is true if the server would refuse to send it. */
export type Missing =
  | { kind: 'no-recipients'; blocks: true }
  | { kind: 'nobody-signs'; blocks: true }
  | { kind: 'unassigned'; blocks: true; fieldId: string; page: number; count: number }
  | { kind: 'cannot-sign'; blocks: true; fieldId: string; page: number; recipient: RecipientView }
  | { kind: 'no-signature-field'; blocks: false; recipient: RecipientView }
  | (FaultyField & { kind: 'fault'; blocks: true; fieldId: string; page: number })
  | Place;

/** A field that overlaps another one or covers page content. */
export type Place = Overlap | ({ kind: 'cover' } & FieldCoverView);
type Overlap = { kind: 'overlap'; blocks: boolean; fieldId: string; page: number };

/**
 * Returns the problems by the rules of core/document/send.ts, in the order in which a person would fix them.
 */
export function missingItems(
  placed: readonly Field[],
  recipients: readonly RecipientView[],
  people: readonly FieldOwner[] = recipients,
): Missing[] {
  const inTurn = recipients.map((recipient) => ({ ...recipient, turn: recipient.order }));
  const fields = assignParties(placed, inTurn);
  if (recipients.length === 0) return [{ kind: 'no-recipients', blocks: true }];
  const missing: Missing[] = [];
  if (!recipients.some(mustAct)) missing.push({ kind: 'nobody-signs', blocks: true });
  const signers = recipients.filter(({ role }) => role === 'signer');
  const known = new Map(recipients.map((recipient) => [recipient.id, recipient]));
  const ordered = inReadingOrder(fields);
  // Unassigned fields that never had an owner count as the only signer's, as when sending.
  const only = signers.length === 1 ? (signers[0]?.id ?? null) : null;
  const owned = ordered.map((field) => (isForOnlySigner(field) ? { ...field, recipientId: only } : field));
  const unowned = owned.filter(
    ({ type, recipientId }) => !isOfSender(type) && (recipientId === null || !known.has(recipientId)),
  );
  const first = unowned[0];
  if (first) {
    missing.push({
      kind: 'unassigned',
      blocks: true,
      fieldId: first.id,
      page: first.page,
      count: unowned.length,
    });
  }
  for (const field of ordered) {
    const owner = field.recipientId === null ? undefined : known.get(field.recipientId);
    if (owner && !mustAct(owner)) {
      missing.push({
        kind: 'cannot-sign',
        blocks: true,
        fieldId: field.id,
        page: field.page,
        recipient: owner,
      });
      break;
    }
  }
  const isEarlier = earlierAmong({ signingOrder: impliedOrder(inTurn), recipients: inTurn });
  for (const faulty of fieldFaults(owned, people, isEarlier)) {
    const { id, page } = faulty.field;
    missing.push({ ...faulty, kind: 'fault', blocks: true, fieldId: id, page });
  }
  missing.push(...overlapsOf(ordered));
  const hasSignature = (id: string) =>
    owned.some(({ type, recipientId }) => type === 'signature' && recipientId === id);
  for (const recipient of signers) {
    if (!hasSignature(recipient.id)) missing.push({ kind: 'no-signature-field', blocks: false, recipient });
  }
  return missing;
}

/** Returns one line per field that overlaps others. */
export function overlapsOf(fields: readonly Field[]): Place[] {
  return [...groupBy(overlaps(fields), ({ field }) => field)].map(([{ id, page }, found]) => {
    return { kind: 'overlap', blocks: found.some(({ blocks }) => blocks), fieldId: id, page };
  });
}

/** Returns the server's findings for fields that still exist. */
export function coversOf(covers: readonly FieldCoverView[], fields: readonly Field[]): Place[] {
  const known = new Set(fields.map(({ id }) => id));
  return covers.filter(({ fieldId }) => known.has(fieldId)).map((cover) => ({ kind: 'cover', ...cover }));
}

/** Returns only the problems of a template's fields, because its people are not known yet. */
export function missingTemplateItems(fields: readonly Field[], roles: readonly RecipientView[]): Missing[] {
  return missingItems(fields, roles, []).filter(
    (item) =>
      ['fault', 'unassigned', 'overlap'].includes(item.kind) &&
      // A read-only field may be empty if its value is entered when the template is used.
      !(item.kind === 'fault' && item.fault === 'read-only-empty' && item.field.properties?.askSender),
  );
}
