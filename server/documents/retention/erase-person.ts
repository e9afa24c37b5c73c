import { sql } from 'kysely';
import { refuseErasure } from '#core/document/erasure.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { scheduleReleaseOf } from '../../records/stored-files/promise-release.ts';
import { saveDocument } from '../../records/document-store.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document.ts';
import { byOwner, type Owner } from '../../records/owner.ts';
import { removeAttachmentsOf } from '../../records/attachment-store.ts';
import { endingOfStatus } from '../../evidence/certificate/evidence.ts';
import { isBeyondRecord } from '../../evidence/sealing/seal-ending.ts';
import type { RetentionDeps } from './deps.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { manage } from '../managed.ts';

type Part = { accountId: string; documentId: string; recipientId: string };

/**
 * Erases one recipient's personal data from a document (G-2): all names used for this part of the document,
 * the places they acted from, and what they entered, drew and uploaded. The audit trail records the erasure,
 * its actor and its reason. The trail's hash chain and its leaf in the transparency log remain valid, because
 * they cover salted hashes. The sealed file does not change and still verifies.
 */
export function erasePerson(
  services: RetentionDeps,
  owner: Owner,
  { id, recipientId }: { id: string; recipientId: string },
  reason: string,
): Promise<WholeDocument | Refusal> {
  return manage(services, owner, id, async (tx, whole, now) => {
    const why = reason.trim();
    if (why === '')
      return refuse('reason-missing', 'Give a reason. It is recorded in the document’s audit trail.');
    const recipient = whole.recipients.find((one) => one.id === recipientId);
    if (!recipient) return refuse('recipient-not-found', 'This document has no such recipient.');
    if (recipient.erasedAt) return undefined;
    const { document } = whole;
    const refused = refuseErasure(
      {
        status: document.status,
        held: Boolean(document.hold),
        sealed: await isSealed(tx, whole),
        ...(await timesOf(tx, document)),
      },
      now,
    );
    const key = { accountId: owner.accountId, documentId: id };
    // Queued again on request, because the job may have failed permanently, or been lost when the account was
    // imported.
    if (refused?.refused === 'certificate-not-ready')
      await services.jobs.enqueue(tx, 'seal-ending', key, { singletonKey: id });
    if (refused) return refused;
    const part = { ...key, recipientId };
    // Locked before the event takes further locks, so that concurrent erasures wait here instead of
    // deadlocking (0142).
    await sql`SELECT pg_advisory_xact_lock(names_of(${part.accountId}))`.execute(tx);
    // The event must come first, because the database removes only values whose erasure the audit trail
    // records (server/foundation/db/migrations/0112-erasure.sql).
    const { actor, personal } = byOwner(owner);
    await appendEvents(tx, part, now, [
      { type: 'person_erased', actor, data: { recipientId }, personal: { ...personal, reason: why } },
    ]);
    await sql`SELECT forget_erased_values(${part.accountId}, ${part.documentId})`.execute(tx);
    await deletePasskeysOf(tx, part, recipient);
    const files = await deleteActs(tx, part);
    await deleteMailAddresses(tx, part);
    await deleteOldResponses(tx, part);
    await clearSources(tx, part, recipient);
    // The external ID and metadata may identify the person in other systems of the account.
    await saveDocument(tx, document, { external_id: null, metadata: {} });
    await eraseRecipient(tx, part, new Date(now));
    if (files.length > 0) await scheduleReleaseOf(tx, services.jobs, part.accountId, files);
    return undefined;
  });
}

/**
 * Returns true if the sealed file or the ending record exists, or can never be produced. In the last case,
 * personal data would otherwise have to be kept forever.
 */
async function isSealed(tx: Tx, whole: WholeDocument): Promise<boolean> {
  const { sealedSha256, certificate } = whole.document;
  if (sealedSha256 !== null || certificate) return true;
  return endingOfStatus(whole.document) !== undefined && (await isBeyondRecord(tx, whole));
}

/** Returns when the document ended, and the account's retention period in years. */
async function timesOf(
  tx: Tx,
  { accountId, id }: WholeDocument['document'],
): Promise<{ endedAt: number | null; retentionYears: number }> {
  const { ended } = await tx
    .selectFrom('events')
    .select((of) => of.fn.max('occurred_at').as('ended'))
    .where('account_id', '=', accountId)
    .where('document_id', '=', id)
    .where('type', 'in', ['document_completed', 'document_declined', 'document_voided', 'document_expired'])
    .executeTakeFirstOrThrow();
  const { retention_years: retentionYears } = await tx
    .selectFrom('accounts')
    .select('retention_years')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { endedAt: (ended as Date | null)?.getTime() ?? null, retentionYears };
}

/**
 * Deletes the person's signature, entries and uploaded files. Returns the hashes of the files that this
 * document no longer needs.
 */
async function deleteActs(tx: Tx, { accountId, documentId, recipientId }: Part): Promise<string[]> {
  const signature = await tx
    .selectFrom('signatures')
    .select(['image_sha256', 'initials_sha256'])
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('recipient_id', '=', recipientId)
    .executeTakeFirst();
  await tx
    .updateTable('signatures')
    .set({
      image_sha256: null,
      signature_text: null,
      initials_sha256: null,
      initials_text: null,
      ip: null,
      user_agent: null,
    })
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('recipient_id', '=', recipientId)
    .execute();
  for (const table of ['field_values', 'ceremony_drafts'] as const)
    await tx
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('document_id', '=', documentId)
      .where('recipient_id', '=', recipientId)
      .execute();
  // The properties may contain personal data that the sender prefilled.
  await tx
    .updateTable('fields')
    .set({ properties: {} })
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('recipient_id', '=', recipientId)
    .execute();
  const attached = await removeAttachmentsOf(tx, { accountId, documentId, recipientId });
  return [signature?.image_sha256, signature?.initials_sha256, ...attached].filter(
    (sha256) => typeof sha256 === 'string',
  );
}

/** Keeps the rows of sent emails without name and address. Emails that are still queued are not sent. */
async function deleteMailAddresses(tx: Tx, { accountId, documentId, recipientId }: Part): Promise<void> {
  const theirs = tx
    .updateTable('mails')
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('recipient_id', '=', recipientId);
  await theirs
    .set({ state: 'blocked' })
    .where('accepted_at', 'is', null)
    .where('state', 'in', ['queued', 'deferred'])
    .execute();
  await theirs.set({ to_name: '', to_address: '', reply: null }).execute();
  await tx
    .updateTable('signing_links')
    .set((row) => ({ ended_at: row.fn.coalesce('ended_at', sql<Date>`now()`) }))
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('recipient_id', '=', recipientId)
    .execute();
}

/**
 * Deletes the content of stored responses to idempotent requests by members, API keys and signers. The
 * request hash is cleared too, so that a repeated request is neither answered from the store nor executed
 * again.
 */
async function deleteOldResponses(tx: Tx, { recipientId }: Part): Promise<void> {
  await tx
    .updateTable('idempotent_responses')
    .set({ request_hash: '', body: 'null' })
    .where((row) => row.or([row('scope', '=', recipientId), row('body', 'like', `%${recipientId}%`)]))
    .where('status', '>', 0)
    .execute();
}

/** Deletes the data from which the document was created: a public form entry or a row of a bulk send. */
async function clearSources(
  tx: Tx,
  { accountId, documentId, recipientId }: Part,
  { email }: StoredRecipient,
): Promise<void> {
  await tx
    .updateTable('form_entries')
    .set({ name: '', email: '' })
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    // The form entry has the address as originally typed, which may have been corrected since.
    .where(
      sql<boolean>`(lower(email) = lower(${email}) OR EXISTS (
        SELECT 1 FROM events WHERE events.account_id = ${accountId} AND events.document_id = ${documentId}
           AND events.type = 'form_answered' AND events.body::jsonb #>> '{data,recipientId}' = ${recipientId}))`,
    )
    .execute();
  await tx
    .updateTable('bulk_rows')
    .set({ cells: { people: [], values: {} }, title: '', message: '' })
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .execute();
}

/** A passkey belongs to a mailbox. It is deleted with the account's last recipient who has this address. */
async function deletePasskeysOf(tx: Tx, part: Part, { email }: StoredRecipient): Promise<void> {
  const elsewhere = await tx
    .selectFrom('recipients')
    .select('id')
    .where('account_id', '=', part.accountId)
    .where('id', '<>', part.recipientId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .limit(1)
    .executeTakeFirst();
  if (elsewhere) return;
  await tx
    .deleteFrom('signer_passkeys')
    .where('account_id', '=', part.accountId)
    .where('email', '=', email.toLowerCase())
    .execute();
}

async function eraseRecipient(tx: Tx, { accountId, documentId, recipientId }: Part, at: Date): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({
      name: '',
      email: '',
      phone: '',
      message: '',
      erased_at: at,
      remind_at: null,
      delivery_reply: null,
      decline_reason: null,
      access_code_hash: null,
      mail_code_nonce: null,
    })
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('id', '=', recipientId)
    .execute();
}
