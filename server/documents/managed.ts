import type { ManagedDocument } from '#core/document/manage.ts';
import { mustBeConfirmed } from '#core/permission/confirmed-address.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { inTransaction, type Tx } from '../foundation/db/transaction.ts';
import type { Owner } from '../records/owner.ts';
import { findDocument, lockDocument } from '../records/document-store.ts';
import { lockMembership } from '../records/member.ts';
import type { WholeDocument } from '../records/document.ts';
import { notFound } from './draft/edit-draft.ts';
import type { DocumentsDeps } from './deps.ts';

export function toManagedDocument({ document }: WholeDocument): ManagedDocument {
  const { status, signingOrder, expiresAt } = document;
  return { status, signingOrder, expiresAt: expiresAt?.getTime() ?? null };
}

/**
 * Runs one action of a sender on a document, in one transaction and under the document lock. The sender's
 * address must be confirmed. Returns the document after the action.
 */
export async function manage(
  services: Pick<DocumentsDeps, 'db' | 'clock' | 'plans'>,
  owner: Owner,
  id: string,
  act: (tx: Tx, whole: WholeDocument, now: number) => Promise<Refusal | undefined>,
): Promise<WholeDocument | Refusal> {
  const refused = await inTransaction(services.db, (tx) => manageIn(tx, services, owner, id, act));
  if (isRefusal(refused)) return refused;
  return (await findDocument(services.db, owner.accountId, id)) ?? notFound;
}

/** Like `manage`, within the caller's transaction. */
export async function manageIn(
  tx: Tx,
  services: Pick<DocumentsDeps, 'clock' | 'plans'>,
  owner: Owner,
  id: string,
  act: (tx: Tx, whole: WholeDocument, now: number) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  const mayNot = mustBeConfirmed(owner) ?? (await lockMembership(tx, owner, 'document.manage', services));
  if (mayNot) return mayNot;
  const whole = await lockDocument(tx, owner.accountId, id);
  return whole ? act(tx, whole, services.clock()) : notFound;
}
