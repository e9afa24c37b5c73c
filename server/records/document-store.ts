import type { Kysely, Updateable } from 'kysely';
import type { DocumentState } from '#core/document/lifecycle.ts';
import type { SendSettings } from '#core/template/settings.ts';
import type { Field } from '#core/field/field.ts';
import { isId } from '../db/new-id.ts';
import type { DocumentsTable, RecipientsTable, Schema } from '../db/schema.ts';
import { forgetDrafts } from './ceremony-draft-store.ts';
import type { Tx } from '../db/transaction.ts';
import { readDocument, readField, readRecipient } from './document.ts';
import type { StoredDocument, StoredRecipient, WholeDocument } from './document.ts';

export type { StoredDocument, StoredRecipient, WholeDocument } from './document.ts';

type Db = Kysely<Schema>;

/** The status was not the one that had been read. Under the row's lock this is a bug, never a race. */
class StatusMoved extends Error {}

/** A document of this account that is not in the bin, or undefined: not there and not yours are the same. */
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
  return row && withParts(db, readDocument(row));
}

/**
 * The same in the bin or out of it. The bin is its owner's: what a document owes to its recipients, their news
 * and their copy, does not end there.
 */
export async function findEvenInBin(
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
  return row && withParts(db, readDocument(row));
}

/**
 * As findDocument, holding the lock on its row until the transaction ends: every act on a document starts here. `evenInBin`:
 * for its recipients, who reach what they signed wherever its sender has put it.
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
  return row && withParts(tx, readDocument(row));
}

/** Holds the lock on a document's row, in the bin or out of it, for what is only noted about it. */
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

async function withParts(db: Db, document: StoredDocument): Promise<WholeDocument> {
  const recipients = await db
    .selectFrom('recipients')
    .selectAll()
    .where('account_id', '=', document.accountId)
    .where('document_id', '=', document.id)
    .orderBy('position')
    .execute();
  const fields = await db
    .selectFrom('fields')
    .selectAll()
    .where('account_id', '=', document.accountId)
    .where('document_id', '=', document.id)
    .orderBy('position')
    .execute();
  return { document, recipients: recipients.map(readRecipient), fields: fields.map(readField) };
}

/** Changes a document's row, and its status only from the one that was read. Throws StatusMoved otherwise. */
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
  // Nobody will sign what has ended: what they had entered is nobody's any more. With more time an expired one goes on.
  const ends = read.status === 'sent' && !['sent', 'expired', undefined].includes(change.status);
  if (ends) await forgetDrafts(tx, { accountId: read.accountId, documentId: read.id });
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
 * The fate of a mail, for whoever has its address in this document: somebody in two roles gets one mail. It says
 * nothing about a recipient who has another address by now, or was not written to yet.
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

/** Replaces the draft's fields by the list, in its order. */
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

/** The columns of a document or a template that hold the settings of its sending. */
export function settingsColumns({ reminderRule, expirationDays, delegationAllowed, ...texts }: SendSettings) {
  return {
    ...{ subject: texts.subject, message: texts.message, expiration_days: expirationDays },
    reminder_every_days: reminderRule?.everyDays ?? null,
    reminder_most: reminderRule?.most ?? null,
    delegation_allowed: delegationAllowed,
  };
}

/** A recipient as a draft has them. Without a word about codes there are none. */
export type NewRecipient = Pick<StoredRecipient, 'id' | 'email' | 'name' | 'role' | 'turn'> &
  Partial<
    Pick<
      StoredRecipient,
      'accessCodeHash' | 'accessCodeNeeded' | 'mailCode' | 'passkey' | 'language' | 'message'
    >
  >;

/** Replaces the draft's recipients by the list, in its order. */
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
    ({ id: recipientId, accessCodeHash, accessCodeNeeded, mailCode, passkey, ...given }, position) => ({
      account_id: accountId,
      document_id: id,
      id: recipientId,
      email: given.email,
      name: given.name,
      role: given.role,
      turn: given.turn,
      language: given.language ?? null,
      access_code_hash: accessCodeHash ?? null,
      access_code_needed: accessCodeNeeded ?? false,
      mail_code: mailCode ?? false,
      passkey: passkey ?? 'none',
      message: given.message ?? '',
      position,
    }),
  );
  await tx.insertInto('recipients').values(rows).execute();
}
