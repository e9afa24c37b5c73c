import type { Kysely, Selectable } from 'kysely';
import type { ProposalView } from '#contract/documents/proposals.ts';
import { agreementText } from '#core/document/agreement.ts';
import { proposalLasts, stateOfProposal, type ProposedAct } from '#core/document/proposal.ts';
import { isInvitedByMail } from '#core/recipient/recipient.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { ProposalsTable, Schema } from '../../foundation/db/schema.ts';
import { documentDetailView } from '../document-view.ts';
import type { WholeDocument } from '../../records/document.ts';
import { findSender } from '../../records/sender-store.ts';

export type StoredProposal = Selectable<ProposalsTable>;
/** The properties that a proposal sets. */
export type Parts = Pick<
  StoredProposal,
  'id' | 'act' | 'subject' | 'message' | 'reason' | 'expiration_days' | 'recipient_ids'
>;

export function selectProposal(db: Kysely<Schema>, accountId: string, id: string) {
  return db
    .selectFrom('proposals')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', isId(id) ? id : null);
}

/**
 * Returns a hash of everything that a person confirms: the content of the agreement, how the recipients are
 * invited, and what the proposal adds. For a sent document it includes each recipient's state, because that
 * affects voiding and reminders.
 */
export function fingerprintOf(whole: WholeDocument, parts: Parts): string {
  const { id, act, subject, message, reason, expiration_days, recipient_ids } = parts;
  const people = whole.recipients.map((one) => [
    ...[one.id, one.status, one.language, one.message, one.accessCodeHash, one.mailCode, one.passkey],
    one.remindedAt?.getTime() ?? null,
    ...(isInvitedByMail(one) ? [] : ['link']),
  ]);
  return sha256(
    canonicalJson({
      id,
      act,
      subject,
      message,
      reason,
      days: expiration_days,
      only: recipient_ids as null,
      status: whole.document.status,
      people,
      agreed: agreementText(whole, ''),
      values: whole.fields.map((field) => JSON.stringify(field)),
    }),
  );
}

export function actOf({ act }: { act: string }): ProposedAct {
  return act === 'send' || act === 'remind' ? act : 'void';
}

/** Returns the public view of a proposal, for people and programs. */
export async function proposalView(
  db: Kysely<Schema>,
  row: StoredProposal,
  whole: WholeDocument,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<ProposalView> {
  const { name, email } = await findSender(db, { accountId: row.account_id, createdBy: row.user_id });
  const decision = row.decision === 'confirmed' || row.decision === 'dismissed' ? row.decision : null;
  const fingerprint = fingerprintOf(whole, row);
  return {
    id: row.id,
    act: actOf(row),
    url: `${publicUrl}/confirm/${row.id}`,
    state: stateOfProposal({ createdAt: row.created_at.getTime(), decision }, now),
    program: row.program,
    madeBy: { name, email },
    createdAt: row.created_at.toISOString(),
    endsAt: new Date(row.created_at.getTime() + proposalLasts).toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    subject: row.subject,
    message: row.message,
    expirationDays: row.expiration_days,
    recipientIds: row.recipient_ids as string[] | null,
    reason: row.reason,
    fingerprint,
    changed: decision === null && fingerprint !== row.fingerprint,
    document: documentDetailView(whole),
  };
}
