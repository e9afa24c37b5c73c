import type { SealLevel } from '#core/document/seal-level.ts';
import type { FileNote } from '#core/document/file-note.ts';
import type { PasskeyRule } from '#core/ceremony/passkey.ts';
import type { Selectable } from 'kysely';
import type { FieldInput } from '#contract/field.ts';
import type { DocumentState } from '#core/document/lifecycle.ts';
import type { ReminderRule } from '#core/document/manage.ts';
import type { Field, FieldType } from '#core/field/field.ts';
import type { FieldProperties } from '#core/field/properties.ts';
import type { PageGeometry } from '#core/field/geometry.ts';
import { readFormats, type DocumentFormats } from '#core/formats/formats.ts';
import type { Language } from '#core/language/language.ts';
import type { DeliveryState, Recipient, RecipientRole, RecipientStatus } from '#core/recipient/recipient.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import type { DocumentsTable, FieldsTable, RecipientsTable } from '../db/schema.ts';

/** A document as it is stored, read into the words of core. Sizes in bytes. */
export type StoredDocument = {
  accountId: string;
  id: string;
  createdBy: string;
  title: string;
  status: DocumentState;
  revision: number;
  fileName: string;
  originalSha256: string;
  originalSize: number;
  baseSha256: string;
  baseSize: number;
  pages: PageGeometry[];
  /** The form fields that the file had, or null. */
  formFields?: FieldInput[] | null;
  /** Notes on the file from when it was taken in. */
  fileNotes?: readonly FileNote[];
  sealedSha256: string | null;
  sealedSize: number | null;
  /** How far the sealed file proves its time; null while there is none. */
  sealLevel: SealLevel | null;
  /** The earliest time that an authority confirms. */
  timestampedAt: Date | null;
  /** The strengthening, which goes behind the sealed file when it is given out. */
  strengthening: { sha256: string; size: number } | null;
  /** False of one that was deleted for ever, with its files; left out by who makes documents up. */
  filesKept?: boolean;
  /** The sealed record of one that ended without being completed; left out by who makes documents up. */
  certificate?: { sha256: string; size: number } | null;
  subject: string;
  message: string;
  signingOrder: SigningOrder;
  /** Null of a draft that takes those of the account, and of a document that was sent before there were any. */
  formats?: DocumentFormats | null;
  sealProblem: string | null;
  /** Days until it expires, as it was sent or is to be sent; null: the default. Left out by builders of documents. */
  expirationDays?: number | null;
  reminderRule: ReminderRule;
  delegationAllowed: boolean;
  /** When the warning before expiry is due; null when it was given. */
  warnAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  sentAt: Date | null;
  expiresAt: Date | null;
  completedAt: Date | null;
  folderId: string | null;
  deletedAt: Date | null;
  /** The root in hexadecimal of a file that came in an archive and was sealed under a root that is not trusted here. */
  sealedElsewhere?: string | null;
  /** On legal hold, since when and by whom; left out by who makes documents up. */
  hold?: { at: Date; by: string } | null;
  /** Made with a test key: marked as such, and counted nowhere. */
  test: boolean;
};

export type StoredRecipient = Recipient & {
  position: number;
  /** Null: nobody has said. */
  language: Language | null;
  delivery: DeliveryState;
  deliveryReply: string | null;
  openedAt: Date | null;
  actedAt: Date | null;
  declineReason: string | null;
  invitedAt: Date | null;
  remindedAt: Date | null;
  /** Reminders of this turn so far, and when the next one goes out by itself. */
  reminders: number;
  remindAt: Date | null;
  consentWithdrawnAt: Date | null;
  accessCodeHash: string | null;
  accessCodeTries: number;
  /** A new access code has to be set before it is sent; left out by builders of recipients. */
  accessCodeNeeded?: boolean;
  /** Whether a one-time code by mail is asked for. */
  mailCode: boolean;
  mailCodeNonce: string | null;
  mailCodeAt: Date | null;
  mailCodeTries: number;
  /** Wrong one-time codes over all codes, since the last right one. */
  mailCodeWrong: number;
  /** Whether they are asked to confirm their signature with a passkey. */
  passkey: PasskeyRule;
  /** From the sender for them alone. */
  message: string;
  /** Since when nothing says who they were; left out by who makes recipients up. */
  erasedAt?: Date | null;
};

/** A document with everything that hangs on it. */
export type WholeDocument = { document: StoredDocument; recipients: StoredRecipient[]; fields: Field[] };

export function readDocument(row: Selectable<DocumentsTable>): StoredDocument {
  return {
    accountId: row.account_id,
    id: row.id,
    createdBy: row.created_by,
    title: row.title,
    status: row.status as DocumentState,
    revision: row.revision,
    fileName: row.file_name,
    originalSha256: row.original_sha256,
    originalSize: row.original_size,
    baseSha256: row.base_sha256,
    baseSize: row.base_size,
    pages: row.pages as PageGeometry[],
    formFields: row.form_fields as FieldInput[] | null,
    fileNotes: row.file_notes as FileNote[],
    sealedSha256: row.sealed_sha256,
    sealedSize: row.sealed_size,
    sealLevel: row.seal_level as SealLevel | null,
    timestampedAt: row.timestamped_at,
    strengthening:
      row.strengthening_sha256 === null
        ? null
        : { sha256: row.strengthening_sha256, size: row.strengthening_size ?? 0 },
    filesKept: row.files_kept,
    certificate:
      row.certificate_sha256 === null || !row.files_kept
        ? null
        : { sha256: row.certificate_sha256, size: row.certificate_size ?? 0 },
    subject: row.subject,
    message: row.message,
    signingOrder: row.signing_order as SigningOrder,
    formats: readFormats(row.formats),
    sealProblem: row.seal_problem,
    expirationDays: row.expiration_days,
    reminderRule:
      row.reminder_every_days === null || row.reminder_most === null
        ? null
        : { everyDays: row.reminder_every_days, most: row.reminder_most },
    delegationAllowed: row.delegation_allowed,
    warnAt: row.warn_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
    folderId: row.folder_id,
    deletedAt: row.deleted_at,
    sealedElsewhere: row.sealed_elsewhere,
    hold: row.held_at && row.held_by !== null ? { at: row.held_at, by: row.held_by } : null,
    test: row.test,
  };
}

export function readRecipient(row: Selectable<RecipientsTable>): StoredRecipient {
  return {
    id: row.id,
    position: row.position,
    turn: row.turn,
    email: row.email,
    name: row.name,
    role: row.role as RecipientRole,
    status: row.status as RecipientStatus,
    language: row.language as Language | null,
    delivery: row.delivery as DeliveryState,
    deliveryReply: row.delivery_reply,
    openedAt: row.opened_at,
    actedAt: row.acted_at,
    declineReason: row.decline_reason,
    invitedAt: row.invited_at,
    remindedAt: row.reminded_at,
    reminders: row.reminders,
    remindAt: row.remind_at,
    consentWithdrawnAt: row.consent_withdrawn_at,
    accessCodeHash: row.access_code_hash,
    accessCodeTries: row.access_code_tries,
    accessCodeNeeded: row.access_code_needed,
    mailCode: row.mail_code,
    mailCodeNonce: row.mail_code_nonce,
    mailCodeAt: row.mail_code_at,
    mailCodeTries: row.mail_code_tries,
    mailCodeWrong: row.mail_code_wrong,
    passkey: row.passkey as PasskeyRule,
    message: row.message,
    erasedAt: row.erased_at,
  };
}

export function readField(row: Selectable<FieldsTable>): Field {
  return {
    id: row.id,
    type: row.type as FieldType,
    page: row.page,
    x: row.x,
    y: row.y,
    width: row.width,
    height: row.height,
    recipientId: row.recipient_id,
    required: row.required,
    label: row.label,
    properties: row.properties as FieldProperties,
  };
}

/** The file that somebody who looks at the document sees: the sealed one once there is one. */
export function shownFile({ sealedSha256, baseSha256 }: StoredDocument): string {
  return sealedSha256 ?? baseSha256;
}
