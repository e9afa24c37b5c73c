import type { FinalCopy } from '#contract/documents/documents.ts';
import { isSamePerson } from '#core/document/manage.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import type { DeliveryState } from '#core/recipient/recipient.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { uniqueMailboxes, queueMail } from '../../messages/mail/mail-store.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { findDocument } from '../../records/document-store.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document.ts';
import type { Owner } from '../../records/owner.ts';
import { findSender } from '../../records/sender-store.ts';
import type { SendingDeps } from './deps.ts';
import { notFound } from '../draft/edit-draft.ts';
import { manageIn } from '../managed.ts';

/** Maximum number of emails with the final copy per mailbox, document and day that a sender can trigger. */
const maxCopiesPerDay = 3;
const day = 86_400_000;

/** Returns the latest email with the final copy of a completed document, for each person who gets it. */
export async function listCopies(
  { db }: Pick<SendingDeps, 'db'>,
  { accountId }: Pick<Owner, 'accountId'>,
  id: string,
): Promise<FinalCopy[] | Refusal> {
  const whole = await findDocument(db, accountId, id);
  if (!whole) return notFound;
  return whole.document.status === 'completed' ? copiesOf(db, whole) : notCompleted;
}

/**
 * Emails the final copy again, to these recipients or to everyone who gets one. If one of them has reached
 * today's maximum, the whole request is refused, so that the sender knows that no copy was sent.
 */
export async function resendCopies(
  services: Pick<SendingDeps, 'db' | 'clock' | 'plans' | 'jobs'>,
  owner: Owner,
  { id, ip, recipientIds }: { id: string; ip: string; recipientIds: string[] | undefined },
): Promise<FinalCopy[] | Refusal> {
  const refused = await inTransaction(services.db, (tx) =>
    manageIn(tx, services, owner, id, async (_, whole, now) => {
      if (whole.document.status !== 'completed') return notCompleted;
      const wanted = recipientsOf(whole, recipientIds);
      if (isRefusal(wanted)) return wanted;
      const key = { accountId: owner.accountId, documentId: id, kind: 'completed' as const };
      const people = uniqueMailboxes(wanted);
      for (const { email } of people)
        if ((await copiesSince(tx, key, email, now - day)) > maxCopiesPerDay) return tooMany(email);
      for (const { id: recipientId, name, email } of people)
        await queueMail(tx, services.jobs, { ...key, recipientId, to: { name, address: email } }, now);
      const detail = `${id}: ${people.length}`;
      const event = { type: 'copies_resent' as const, userId: owner.userId, ip, detail };
      await recordAccountEvent(tx, owner.accountId, event, now);
      return undefined;
    }),
  );
  return refused ?? listCopies(services, owner, id);
}

function recipientsOf(
  { recipients }: WholeDocument,
  ids: readonly string[] | undefined,
): StoredRecipient[] | Refusal {
  const reachable = recipients.filter(getsCopy);
  if (ids === undefined) return reachable;
  const named = ids.map((id) => reachable.find((one) => one.id === id));
  return named.every((one) => one !== undefined)
    ? named
    : refuse('recipient-not-found', 'This document has no such recipient, or they get no electronic copy.');
}

/** An erased person has no address, and a person who withdrew consent gets the copy on paper (L-07). */
function getsCopy({ erasedAt, consentWithdrawnAt, email }: StoredRecipient): boolean {
  return erasedAt === null && consentWithdrawnAt === null && email !== '';
}

async function copiesOf(db: Kysely<Schema>, whole: WholeDocument): Promise<FinalCopy[]> {
  const { document, recipients } = whole;
  const rows = await db
    .selectFrom('mails')
    .select(['recipient_id', 'to_address', 'state', 'reply', 'created_at'])
    .where('account_id', '=', document.accountId)
    .where('document_id', '=', document.id)
    .where('kind', '=', 'completed')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const view = (recipientId: string | null, person: { name: string; email: string }): FinalCopy[] => {
    const row = rows.find(
      ({ recipient_id, to_address }) =>
        (recipient_id === null) === (recipientId === null) && isSamePerson(person, { email: to_address }),
    );
    if (!row) return [];
    const { state, reply, created_at } = row;
    const { name, email } = person;
    return [
      {
        recipientId,
        name,
        email,
        state: state as DeliveryState,
        reply: reply || null,
        queuedAt: created_at.toISOString(),
      },
    ];
  };
  const sender = await findSender(db, document);
  return [...recipients.filter(getsCopy).flatMap((one) => view(one.id, one)), ...view(null, sender)];
}

async function copiesSince(
  tx: Tx,
  { accountId, documentId }: { accountId: string; documentId: string },
  email: string,
  since: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom('mails')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('kind', '=', 'completed')
    .where('created_at', '>', new Date(since))
    .where((row) => row.eb(row.fn<string>('lower', ['to_address']), '=', email.toLowerCase()))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const notCompleted = refuse(
  'document-not-completed',
  'This document is not completed yet. Everyone gets the final copy once it is.',
);

function tooMany(email: string): Refusal {
  const refusal = refuse(
    'too-many-requests',
    `We have already sent ${email} the final copy several times today. Nothing was sent. Try again tomorrow.`,
  );
  return { ...refusal, retryAfter: day / 1000 };
}
