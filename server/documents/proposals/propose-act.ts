import type { ProposeBody } from '#contract/documents/proposals.ts';
import { advance } from '#core/document/lifecycle.ts';
import { expirationDays } from '#core/document/sending-terms.ts';
import { cleanTitle } from '#core/document/title.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';
import { notFound } from '../draft/edit-draft.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { findDocument } from '../../records/document-store.ts';
import type { StoredDocument } from '../../records/document.ts';
import type { ProposalsDeps } from './deps.ts';
import { fingerprintOf } from './proposal-store.ts';

/** Omitted properties get the draft's values, so that a confirmation does not clear them. */
function sendingOf(draft: StoredDocument, { act, subject, message, expirationDays: days }: ProposeBody) {
  const before =
    act === 'send'
      ? draft
      : ({ subject: '', message: '', expirationDays: null } satisfies Partial<StoredDocument>);
  return {
    subject: subject === undefined ? before.subject : cleanTitle(subject),
    message: message === undefined ? before.message : cleanMessage(message),
    expiration_days: days ?? before.expirationDays ?? expirationDays.default,
  };
}

/**
 * Records an action that a program proposes. No email is sent and nothing changes until a person decides on
 * the proposal's page.
 */
export async function createProposal(
  { db, clock }: ProposalsDeps,
  user: SignedInUser,
  body: ProposeBody,
): Promise<{ id: string } | Refusal> {
  const whole = await findDocument(db, user.accountId, body.documentId);
  const ofKey = !user.key || whole?.document.test === (user.key.mode === 'test');
  if (!whole || !ofKey || whole.document.deletedAt) return notFound;
  const reason = cleanMessage(body.reason ?? '');
  if (body.act === 'void' && reason === '') {
    return refuse(
      'reason-missing',
      'Say why you’re voiding this document. Its recipients will see the reason.',
    );
  }
  // A reminder needs the same status as voiding: the document must be out for signature.
  const possible = advance(whole.document.status, body.act === 'send' ? 'send' : 'void');
  if (isRefusal(possible)) return possible;
  const now = clock();
  const parts = {
    id: newId(now),
    act: body.act,
    reason,
    ...sendingOf(whole.document, body),
    recipient_ids: body.recipientIds ?? null,
  };
  await db
    .insertInto('proposals')
    .values({
      ...parts,
      account_id: user.accountId,
      document_id: whole.document.id,
      user_id: user.userId,
      program: user.key?.name ?? null,
      fingerprint: fingerprintOf(whole, parts),
      created_at: new Date(now),
    })
    .execute();
  return { id: parts.id };
}
