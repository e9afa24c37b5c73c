import type { Kysely } from 'kysely';
import type { PageGeometry } from '#core/field/geometry.ts';
import type { Actor, EventData } from '#core/trail/event.ts';
import type { FieldInput } from '#contract/field.ts';
import type { Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import { appendEvents } from '../trail/append-event.ts';
import type { From, Owner } from '../documents/document-services.ts';

export type { From, Owner } from '../documents/document-services.ts';

/** A file that was taken in: what was uploaded, and the base file that was made of it. Sizes in bytes. */
export type DraftFile = {
  fileName: string;
  mediaType: string;
  originalSha256: string;
  originalSize: number;
  baseSha256: string;
  baseSize: number;
  pages: readonly PageGeometry[];
};

export type NewDraft = {
  owner: Owner;
  id: string;
  title: string;
  file: DraftFile;
  /** Where it lies; at the top without one. */
  folderId?: string | null;
  /** What else the first event states: how the file came here. One of a template is an event of its own. */
  facts: EventData;
  /** The form fields that the file had. */
  formFields?: readonly FieldInput[];
};

/** Inserts a draft and opens its trail. `now` is ms UTC. */
export async function insertDraft(tx: Tx, now: number, draft: NewDraft): Promise<void> {
  const { owner, id, title, file, folderId = null, facts, formFields = [] } = draft;
  await tx
    .insertInto('documents')
    .values({
      account_id: owner.accountId,
      id,
      created_by: owner.userId,
      title,
      folder_id: folderId,
      ...fileColumns(file),
      form_fields: formFields.length > 0 ? formFields : null,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .execute();
  const { actor, personal } = byOwner(owner);
  await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
    {
      type: 'templateId' in facts ? 'document_made_from_template' : 'document_uploaded',
      actor,
      data: {
        originalSha256: file.originalSha256,
        baseSha256: file.baseSha256,
        bytes: file.originalSize,
        pages: file.pages.length,
        kind: file.mediaType === mediaTypes.pdf ? 'pdf' : 'docx',
        ...facts,
      },
      personal: { fileName: file.fileName, ...personal },
    },
  ]);
}

/** The file of a document that is there. */
export async function readDraftFile(
  db: Kysely<Schema>,
  key: { accountId: string; id: string },
): Promise<DraftFile> {
  const row = await db
    .selectFrom('documents')
    .select([
      'file_name',
      'media_type',
      'original_sha256',
      'original_size',
      'base_sha256',
      'base_size',
      'pages',
    ])
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow();
  return {
    fileName: row.file_name,
    mediaType: row.media_type,
    originalSha256: row.original_sha256,
    originalSize: row.original_size,
    baseSha256: row.base_sha256,
    baseSize: row.base_size,
    pages: row.pages as PageGeometry[],
  };
}

/** A file as documents and templates keep it, column by column. */
export function fileColumns(file: DraftFile) {
  return {
    file_name: file.fileName,
    media_type: file.mediaType,
    original_sha256: file.originalSha256,
    original_size: file.originalSize,
    base_sha256: file.baseSha256,
    base_size: file.baseSize,
    pages: file.pages,
  };
}

export const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

type User = Pick<Owner, 'accountId' | 'userId' | 'email' | 'confirmedAt' | 'confirmedBy'> & {
  firstName: string;
  lastName: string;
} & From;

/** Who is signed in, as the owner of what they make. */
export function ownerOf({ firstName, lastName, ip, userAgent, ...user }: User): Owner {
  const { accountId, userId, email, confirmedAt, confirmedBy } = user;
  const name = `${firstName} ${lastName}`.trim();
  return { accountId, userId, email, name, confirmedAt, confirmedBy, from: { ip, userAgent } };
}

/** Who does it and from where, for the trail. */
export function byOwner({ userId, name, email, from }: Owner): {
  actor: Actor;
  personal: Record<string, string>;
} {
  return { actor: { kind: 'user', id: userId }, personal: { actor: name, actorEmail: email, ...from } };
}
