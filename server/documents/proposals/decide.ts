import { mustBeConfirmable } from '#core/document/proposal.ts';
import { decided } from '#core/document/proposal.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { notFound } from '../draft/edit-draft.ts';
import { voidInTransaction } from '../sending/end-document.ts';
import { remindInTransaction } from '../sending/remind-recipients.ts';
import { sendInTransaction, preflightSend } from '../sending/send-document.ts';
import { findDocument, lockDocument, type WholeDocument } from '../../records/document-store.ts';
import { inTransactionOf } from '../../records/member.ts';
import type { Owner } from '../../records/owner.ts';
import type { ProposalsDeps } from './deps.ts';
import { actOf, fingerprintOf, selectProposal, type StoredProposal } from './proposal-store.ts';

/**
 * Carries out a proposal as an action of the person who confirms it, in the transaction that uses up the
 * proposal. A concurrent change of the draft either waits for the lock or changes the fingerprint, which
 * `seen` must match.
 */
export async function confirmProposal(
  services: ProposalsDeps,
  owner: Owner,
  id: string,
  seen: string,
): Promise<Refusal | undefined> {
  const { db, clock } = services;
  const mayBe = (row: StoredProposal | undefined, whole: WholeDocument | undefined): Refusal | undefined =>
    row && whole
      ? mustBeConfirmable(asDecided(row), { seen, current: fingerprintOf(whole, row) }, clock())
      : notFound;
  const ahead = await selectProposal(db, owner.accountId, id).executeTakeFirst();
  // The preflight takes seconds, so an outdated view is refused first.
  const early = mayBe(ahead, ahead && (await findDocument(db, owner.accountId, ahead.document_id)));
  if (early) return early;
  if (ahead?.act === 'send') await preflightSend(services, owner, ahead.document_id, sendRequest(ahead));
  return inTransactionOf(services, owner, 'document.send', async (tx) => {
    const row = await selectProposal(tx, owner.accountId, id).forUpdate().executeTakeFirst();
    const whole = row && (await lockDocument(tx, owner.accountId, row.document_id));
    if (!row || !whole) return notFound;
    const refused = mayBe(row, whole) ?? (await act(tx, services, owner, row));
    if (isRefusal(refused)) return refused;
    await decide(tx, row, 'confirmed', { userId: owner.userId, now: clock() });
    return undefined;
  });
}

export async function dismissProposal(
  services: ProposalsDeps,
  owner: Owner,
  id: string,
): Promise<Refusal | undefined> {
  return inTransactionOf(services, owner, 'document.manage', async (tx) => {
    const row = await selectProposal(tx, owner.accountId, id).forUpdate().executeTakeFirst();
    if (!row) return notFound;
    if (row.decision !== null) return decided;
    await decide(tx, row, 'dismissed', { userId: owner.userId, now: services.clock() });
    return undefined;
  });
}

async function act(
  tx: Tx,
  services: ProposalsDeps,
  owner: Owner,
  row: StoredProposal,
): Promise<Refusal | undefined> {
  switch (actOf(row)) {
    case 'send':
      return sendInTransaction(tx, services, owner, row.document_id, sendRequest(row), 'refuse');
    case 'remind': {
      const only = (row.recipient_ids as string[] | null) ?? undefined;
      return remindInTransaction(tx, services, owner, row.document_id, only);
    }
    case 'void':
      return voidInTransaction(tx, services, owner, row.document_id, row.reason);
  }
}

function sendRequest({ subject, message, expiration_days }: StoredProposal) {
  return { subject, message, expirationDays: expiration_days };
}

function asDecided({ created_at, decision }: StoredProposal) {
  const known = decision === 'confirmed' || decision === 'dismissed' ? decision : null;
  return { createdAt: created_at.getTime(), decision: known } as const;
}

async function decide(
  tx: Tx,
  { account_id, id }: StoredProposal,
  decision: 'confirmed' | 'dismissed',
  by: { userId: string; now: number },
): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ decision, decided_at: new Date(by.now), decided_by: by.userId })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}
