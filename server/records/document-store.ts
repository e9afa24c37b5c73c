import type { Kysely, Selectable, Updateable } from 'kysely';
import type { DocumentState } from '#core/document/lifecycle.ts';
import type { SendSettings } from '#core/template/settings.ts';
import type { Field } from '#core/field/field.ts';
import { isId } from '../foundation/db/new-id.ts';
import type { DocumentsTable, RecipientsTable, Schema } from '../foundation/db/schema.ts';
import { deleteCeremonyDrafts } from './ceremony-draft-store.ts';
import type { Tx } from '../foundation/db/transaction.ts';
import { readDocument, readField, readRecipient } from './document.ts';
import type { StoredDocument, StoredRecipient, WholeDocument } from './document.ts';

export type { StoredDocument, StoredRecipient, WholeDocument } from './document.ts';

type Db = Kysely<Schema>;

/** The document's status is not the one that was read. Under the row lock this is a bug, never a race. */
class StatusMoved extends Error {}

/**
 * Returns a document of this account outside the bin. Undefined if it does not exist or belongs to another
 * account; callers cannot distinguish the two.
 */
export async function findDocument(
  db: Db,
  accountId: string,
  id: string,
): Promise<WholeDocument | undefined> {
  if (!isId(id)) return undefined;
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && withParts(db, row);
}

/**
 * Like `findDocument`, but includes the bin. The bin only matters to the owner: recipients still get their
 * notifications and their copy.
 */
export async function findIncludingBin(
  db: Db,
  accountId: string,
  id: string,
): Promise<WholeDocument | undefined> {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && withParts(db, row);
}

/**
 * Like `findDocument`, but locks the row until the transaction ends. Every action on a document starts here.
 * `evenInBin` is for recipients, who can access what they signed even if the sender deleted it.
 */
export async function lockDocument(
  tx: Tx,
  accountId: string,
  id: string,
  { evenInBin = false } = {},
): Promise<WholeDocument | undefined> {
  if (!isId(id)) return undefined;
  const row = await tx
    .selectFrom('documents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(!evenInBin, (documents) => documents.where('deleted_at', 'is', null))
    .forUpdate()
    .executeTakeFirst();
  return row && withParts(tx, row);
}

/**
 * Locks a document's row, whether or not it is in the bin, for changes that only record something about it.
 */
export async function lockEvenInBin(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<Pick<StoredDocument, 'accountId' | 'id' | 'createdBy' | 'deletedAt'> | undefined> {
  const row = await tx
    .selectFrom('documents')
    .select(['id', 'created_by', 'deleted_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { accountId, id: row.id, createdBy: row.created_by, deletedAt: row.deleted_at };
}

async function withParts(db: Db, row: Selectable<DocumentsTable>): Promise<WholeDocument> {
  const [whole] = await withPartsOf(db, [row]);
  return whole!;
}

/** Returns the documents of this account with these ids in any order, including those in the bin. */
export async function listDocumentsById(db: Db, accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = db.selectFrom('documents').selectAll().where('account_id', '=', accountId);
  return withPartsOf(db, await rows.where('id', 'in', ids).execute());
}

async function withPartsOf(db: Db, rows: readonly Selectable<DocumentsTable>[]): Promise<WholeDocument[]> {
  const documents = rows.map(readDocument);
  const accounts = [...new Set(documents.map(({ accountId }) => accountId))];
  const ids = documents.map(({ id }) => id);
  const recipients = await db
    .selectFrom('recipients')
    .selectAll()
    .where('account_id', 'in', accounts)
    .where('document_id', 'in', ids)
    .orderBy('position')
    .execute();
  const fields = await db
    .selectFrom('fields')
    .selectAll()
    .where('account_id', 'in', accounts)
    .where('document_id', 'in', ids)
    .orderBy('position')
    .execute();
  const recipientsOf = Map.groupBy(recipients, ({ document_id }) => document_id);
  const fieldsOf = Map.groupBy(fields, ({ document_id }) => document_id);
  return documents.map((document) => ({
    document,
    recipients: (recipientsOf.get(document.id) ?? []).map(readRecipient),
    fields: (fieldsOf.get(document.id) ?? []).map(readField),
  }));
}

/**
 * Updates a document's row. The status changes only if it is still the one that was read.
 * @throws StatusMoved otherwise
 */
export async function saveDocument(
  tx: Tx,
  read: Pick<StoredDocument, 'accountId' | 'id' | 'status'>,
  change: Omit<Updateable<DocumentsTable>, 'status'> & { status?: DocumentState },
): Promise<void> {
  const result = await tx
    .updateTable('documents')
    .set(change)
    .where('account_id', '=', read.accountId)
    .where('id', '=', read.id)
    .where('status', '=', read.status)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new StatusMoved(`Document ${read.id} is no longer ${read.status}.`);
  // Signers' drafts are deleted when the document ends. An expired document keeps them, since it can be
  // reopened.
  const ends = read.status === 'sent' && !['sent', 'expired', undefined].includes(change.status);
  if (ends) await deleteCeremonyDrafts(tx, { accountId: read.accountId, documentId: read.id });
}

export async function saveRecipient(
  tx: Tx,
  document: Pick<StoredDocument, 'accountId' | 'id'>,
  recipientId: string,
  change: Updateable<RecipientsTable>,
): Promise<void> {
  await tx
    .updateTable('recipients')
    .set(change)
    .where('account_id', '=', document.accountId)
    .where('document_id', '=', document.id)
    .where('id', '=', recipientId)
    .execute();
}

/**
 * Saves the delivery state of an email for each recipient of this document with that address, since a person
 * with two roles gets one email. Recipients whose address has changed, or who were not emailed yet, are not
 * affected.
 */
export async function saveDeliveryTo(
  tx: Tx,
  document: Pick<StoredDocument, 'accountId' | 'id'>,
  email: string,
  delivery: string,
  reply: string,
): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({ delivery, delivery_reply: reply })
    .where('account_id', '=', document.accountId)
    .where('document_id', '=', document.id)
    .where((row) => row.eb(row.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('delivery', '!=', 'none')
    .execute();
}

/** Replaces the draft's fields with this list, in order. */
export async function replaceFields(
  tx: Tx,
  { accountId, id }: Pick<StoredDocument, 'accountId' | 'id'>,
  fields: readonly Field[],
): Promise<void> {
  await tx.deleteFrom('fields').where('account_id', '=', accountId).where('document_id', '=', id).execute();
  if (fields.length === 0) return;
  const rows = fields.map(({ recipientId, ...field }, position) => ({
    ...field,
    recipient_id: recipientId,
    account_id: accountId,
    document_id: id,
    position,
  }));
  await tx.insertInto('fields').values(rows).execute();
}

/** Returns the columns in which documents and templates store their sending settings. */
export function settingsColumns({ reminderRule, expirationDays, ...settings }: SendSettings) {
  return {
    subject: settings.subject,
    message: settings.message,
    expiration_days: expirationDays,
    reminder_every_days: reminderRule?.everyDays ?? null,
    reminder_max: reminderRule?.most ?? null,
    delegation_allowed: settings.delegationAllowed,
    signature_kinds: settings.signatureKinds,
    separate_files: settings.separateFiles ?? false,
    separate_certificate: settings.separateCertificate ?? false,
    metadata: settings.metadata ?? {},
  };
}

/** A recipient of a draft. If the code settings are omitted, no codes are required. */
export type NewRecipient = Pick<StoredRecipient, 'id' | 'email' | 'name' | 'role' | 'turn'> &
  Partial<
    Pick<
      StoredRecipient,
      | 'accessCodeHash'
      | 'accessCodeRequired'
      | 'mailCode'
      | 'passkey'
      | 'language'
      | 'message'
      | 'sendEmail'
      | 'phone'
      | 'onlyFiles'
    >
  >;

/** Replaces the draft's recipients with this list, in order. */
export async function replaceRecipients(
  tx: Tx,
  { accountId, id }: Pick<StoredDocument, 'accountId' | 'id'>,
  recipients: readonly NewRecipient[],
): Promise<void> {
  await tx
    .deleteFrom('recipients')
    .where('account_id', '=', accountId)
    .where('document_id', '=', id)
    .execute();
  if (recipients.length === 0) return;
  const rows = recipients.map(
    ({ id: recipientId, accessCodeHash, accessCodeRequired, mailCode, passkey, ...given }, position) => ({
      account_id: accountId,
      document_id: id,
      id: recipientId,
      email: given.email,
      name: given.name,
      role: given.role,
      turn: given.turn,
      language: given.language ?? null,
      access_code_hash: accessCodeHash ?? null,
      access_code_required: accessCodeRequired ?? false,
      mail_code: mailCode ?? false,
      passkey: passkey ?? 'none',
      message: given.message ?? '',
      send_email: given.sendEmail ?? true,
      phone: given.phone ?? '',
      only_files: given.onlyFiles ?? null,
      position,
    }),
  );
  await tx.insertInto('recipients').values(rows).execute();
}
