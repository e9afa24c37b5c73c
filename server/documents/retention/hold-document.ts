import { onHold, refuseLifting } from '#core/document/erasure.ts';
import { may, type Permission } from '#core/permission/permission.ts';
import { memberRoles } from '#core/permission/member.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { saveDocument } from '../../records/document-store.ts';
import type { WholeDocument } from '../../records/document.ts';
import { byOwner, type Owner } from '../../records/owner.ts';
import type { RetentionDeps } from './deps.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { manage } from '../managed.ts';

/** Required to place and lift a hold. */
const retain: Permission = 'document.retain';

/**
 * Places a document on legal hold (G-4). Until the hold is lifted, nothing in the document is deleted or
 * erased. Idempotent.
 */
export function holdDocument(
  services: Pick<RetentionDeps, 'db' | 'clock' | 'plans'>,
  owner: Owner,
  id: string,
  reason: string,
): Promise<WholeDocument | Refusal> {
  return manage(services, owner, id, async (tx, { document }, now) => {
    const why = reason.trim();
    if (why === '')
      return refuse(
        'reason-missing',
        'Give a reason for the hold. It is recorded in the document’s audit trail.',
      );
    if (document.status === 'draft')
      return refuse('document-not-sent', 'This document has not been sent yet. Send it first.');
    if (document.hold) return undefined;
    await saveDocument(tx, document, { held_at: new Date(now), held_by: owner.userId });
    const { actor, personal } = byOwner(owner);
    await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
      { type: 'hold_set', actor, personal: { ...personal, reason: why } },
    ]);
    return undefined;
  });
}

/** Lifts a hold. The person who placed it cannot lift it if the account has a second owner or admin. */
export function liftHold(
  services: Pick<RetentionDeps, 'db' | 'clock' | 'plans'>,
  owner: Owner,
  id: string,
): Promise<WholeDocument | Refusal> {
  return manage(services, owner, id, async (tx, { document }, now) => {
    if (!document.hold) return undefined;
    const refused = refuseLifting(owner.userId, document.hold.by, await retainers(tx, owner.accountId));
    if (refused) return refused;
    await saveDocument(tx, document, { held_at: null, held_by: null });
    await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
      { type: 'hold_lifted', ...byOwner(owner) },
    ]);
    return undefined;
  });
}

/** Refuses to close an account with documents on hold, because closing would delete them. */
export async function refuseForHolds(tx: Tx, accountId: string): Promise<Refusal | undefined> {
  const held = await tx
    .selectFrom('documents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('held_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return held && onHold;
}

async function retainers(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where(
      'role',
      'in',
      memberRoles.filter((role) => may({ role }, retain)),
    )
    .execute();
  return rows.map(({ id }) => id);
}
