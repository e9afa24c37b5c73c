import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { embedAddressLifetime } from './read-origin.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { isId, newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { frameTokenBegins } from '../../foundation/http/api-key.ts';
import type { From } from '../../records/owner.ts';

/** Milliseconds for which a draft can be edited in an open frame. This is long enough for interruptions. */
const editorLifetime = 2 * 3_600_000;
/** Milliseconds for which rows are kept. */
const kept = 86_400_000;

export type EditorFrame = {
  accountId: string;
  id: string;
  documentId: string;
  /** Origin of the only website that may frame the editor. */
  origin: string;
  keyId: string;
  send: boolean;
  askedFrom: From;
  requestedAt: Date;
};

/** Stores a new one-time URL and returns its code. The code itself is not stored. */
export async function insertEditorFrame(
  tx: Tx,
  frame: Omit<EditorFrame, 'id' | 'requestedAt'>,
  now: number,
): Promise<{ code: string; endsAt: Date }> {
  const code = randomBytes(32).toString('base64url');
  const endsAt = new Date(now + embedAddressLifetime);
  const { accountId, documentId, origin, keyId, send, askedFrom } = frame;
  await tx
    .deleteFrom('editor_frames')
    .where('account_id', '=', accountId)
    .where('requested_at', '<', new Date(now - kept))
    .execute();
  await tx
    .insertInto('editor_frames')
    .values({
      account_id: accountId,
      id: newId(now),
      code_hash: sha256(code),
      origin,
      key_id: keyId,
      send,
      document_id: documentId,
      requested_ip: askedFrom.ip,
      requested_agent: askedFrom.userAgent,
      requested_at: new Date(now),
      ends_at: endsAt,
    })
    .execute();
  return { code, endsAt };
}

/**
 * Returns the row if it can be opened now. Locks it, so that only one of two concurrent requests can open it.
 */
export async function lockEditorFrame(tx: Tx, code: string, now: number): Promise<EditorFrame | undefined> {
  const row = await tx
    .selectFrom('editor_frames')
    .selectAll()
    .where('code_hash', '=', sha256(code))
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.token_hash !== null || row.ends_at.getTime() <= now) return undefined;
  return {
    accountId: row.account_id,
    id: row.id,
    documentId: row.document_id,
    origin: row.origin,
    keyId: row.key_id,
    send: row.send,
    requestedAt: row.requested_at,
    askedFrom: { ip: row.requested_ip, userAgent: row.requested_agent },
  };
}

/** Returns the token with which the page in the frame authenticates. */
export async function openEditorFrame(
  tx: Tx,
  { accountId, id }: Pick<EditorFrame, 'accountId' | 'id'>,
  now: number,
): Promise<{ token: string; endsAt: Date }> {
  const token = frameTokenBegins + randomBytes(32).toString('base64url');
  const endsAt = new Date(now + editorLifetime);
  await tx
    .updateTable('editor_frames')
    .set({ token_hash: sha256(token), closes_at: endsAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  return { token, endsAt };
}

/**
 * Returns the open frame of this token and the status of its draft. Undefined if the frame has expired or its
 * website is not on the list.
 */
export async function findEditorFrame(db: Kysely<Schema>, token: string, now: number) {
  return db
    .selectFrom('editor_frames as frame')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'frame.account_id')
        .onRef('documents.id', '=', 'frame.document_id'),
    )
    .innerJoin('embedding_origins as allowed', (join) =>
      join.onRef('allowed.account_id', '=', 'frame.account_id').onRef('allowed.origin', '=', 'frame.origin'),
    )
    .select(['frame.account_id as accountId', 'frame.id', 'frame.document_id as documentId'])
    .select(['frame.key_id as keyId', 'frame.send', 'documents.status'])
    .where('frame.token_hash', '=', sha256(token))
    .where('frame.closes_at', '>', new Date(now))
    .where('documents.deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Returns the website that may frame the page at /embed/edit/{code or id}; undefined if it is not on the
 * account's list.
 */
export async function frameOfEditor(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('editor_frames as frame')
    .innerJoin('embedding_origins as allowed', (join) =>
      join.onRef('allowed.account_id', '=', 'frame.account_id').onRef('allowed.origin', '=', 'frame.origin'),
    )
    .select('frame.origin')
    .where((frame) => (isId(name) ? frame('frame.id', '=', name) : frame('code_hash', '=', sha256(name))))
    .executeTakeFirst();
  return row?.origin;
}

/** Ends a website's one-time URLs and open editors. */
export async function endEditorsOf(
  tx: Tx,
  { accountId, origin }: { accountId: string; origin: string },
): Promise<void> {
  await tx
    .deleteFrom('editor_frames')
    .where('account_id', '=', accountId)
    .where('origin', '=', origin)
    .execute();
}
