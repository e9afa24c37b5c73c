import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DraftBody } from '#contract/signing/ceremony.ts';
import type { Schema } from '../foundation/db/schema.ts';
import type { LinkOwner, LinkVia } from './link-store.ts';
import type { Tx } from '../foundation/db/transaction.ts';

/**
 * The recipient and the kind of link. Entries on the sender's device are stored separately, so that it shows
 * no one else's entries.
 */
type DraftKey = LinkOwner & { via: LinkVia };
export type DraftValues = DraftBody['values'];
export type StoredDraft = { values: DraftValues; savedAt: Date };

/**
 * Returns the values that were entered earlier or on another device; undefined if there are none or they
 * cannot be decrypted.
 */
export async function findDraft(
  db: Kysely<Schema>,
  key: Uint8Array,
  owner: DraftKey,
): Promise<StoredDraft | undefined> {
  const row = await db
    .selectFrom('ceremony_drafts')
    .select(['content', 'saved_at'])
    .where('account_id', '=', owner.accountId)
    .where('document_id', '=', owner.documentId)
    .where('recipient_id', '=', owner.recipientId)
    .where('via', '=', owner.via)
    .executeTakeFirst();
  const values = row && open(key, owner, row.content);
  return values && { values, savedAt: row.saved_at };
}

/** Returns each recipient's newest draft that can be decrypted. */
export async function listDrafts(
  db: Kysely<Schema>,
  key: Uint8Array,
  { accountId, documentId }: Omit<LinkOwner, 'recipientId'>,
): Promise<Map<string, StoredDraft>> {
  const rows = await db
    .selectFrom('ceremony_drafts')
    .select(['recipient_id', 'via', 'content', 'saved_at'])
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .orderBy('saved_at')
    .execute();
  const drafts = rows.flatMap((row): [string, StoredDraft][] => {
    const owner = { accountId, documentId, recipientId: row.recipient_id, via: row.via as LinkVia };
    const values = open(key, owner, row.content);
    return values ? [[row.recipient_id, { values, savedAt: row.saved_at }]] : [];
  });
  return new Map(drafts);
}

/**
 * Saves a draft and replaces the previous one. There is one draft per kind of link, shared by all devices.
 */
export async function saveCeremonyDraft(
  tx: Tx,
  key: Uint8Array,
  owner: DraftKey,
  { values, savedAt }: StoredDraft,
): Promise<void> {
  const content = seal(key, owner, values);
  await tx
    .insertInto('ceremony_drafts')
    .values({
      account_id: owner.accountId,
      document_id: owner.documentId,
      recipient_id: owner.recipientId,
      via: owner.via,
      content,
      saved_at: savedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'document_id', 'recipient_id', 'via'])
        .doUpdateSet({ content, saved_at: savedAt }),
    )
    .execute();
}

/** Deletes the drafts of a document, of one of its recipients, or of one kind of link. */
export async function deleteCeremonyDrafts(
  tx: Tx,
  of: Omit<LinkOwner, 'recipientId'> & { recipientId?: string; via?: LinkVia },
): Promise<void> {
  let drafts = tx
    .deleteFrom('ceremony_drafts')
    .where('account_id', '=', of.accountId)
    .where('document_id', '=', of.documentId);
  if (of.recipientId !== undefined) drafts = drafts.where('recipient_id', '=', of.recipientId);
  if (of.via !== undefined) drafts = drafts.where('via', '=', of.via);
  await drafts.execute();
}

/**
 * Deletes values entered in documents that expired before a time after which documents are no longer
 * reopened.
 */
export async function deleteExpiredDrafts(db: Kysely<Schema>, before: number): Promise<void> {
  await db
    .deleteFrom('ceremony_drafts')
    .using('documents')
    .whereRef('documents.account_id', '=', 'ceremony_drafts.account_id')
    .whereRef('documents.id', '=', 'ceremony_drafts.document_id')
    .where('documents.status', '=', 'expired')
    .where('documents.expires_at', '<=', new Date(before))
    .execute();
}

const [ivLength, tagLength] = [12, 16];

/**
 * Encrypts with AES-256-GCM and binds the draft to its recipient, so that it cannot be decrypted in another
 * recipient's row.
 */
function seal(key: Uint8Array, owner: DraftKey, values: DraftValues): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(nameOf(owner));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(values), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Returns undefined if decryption fails because the secret key was replaced. */
function open(key: Uint8Array, owner: DraftKey, content: string): DraftValues | undefined {
  const bytes = Buffer.from(content, 'base64');
  const tagEnd = ivLength + tagLength;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
    .setAAD(nameOf(owner))
    .setAuthTag(bytes.subarray(ivLength, tagEnd));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as DraftValues;
  } catch {
    return undefined;
  }
}

function nameOf({ accountId, documentId, recipientId, via }: DraftKey): Buffer {
  return Buffer.from(`${accountId} ${documentId} ${recipientId}${via === 'mail' ? '' : ` ${via}`}`);
}
