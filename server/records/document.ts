import type { Metadata } from '#core/document/reference.ts';
import type { SealLevel } from '#core/document/seal-level.ts';
import { readPageEdits } from '#core/document/pages/page-edits.ts';
import type { PageEdits } from '#core/document/pages/placed-page.ts';
import type { DocumentFile } from '#core/document/files.ts';
import type { SealedFile } from '#core/document/sealed-files.ts';
import type { FileNote } from '#core/document/file-note.ts';
import { readMarkKinds, type AllowedMarks } from '#core/ceremony/mark-kind.ts';
import type { PasskeyRule } from '#core/ceremony/passkey.ts';
import { titleFrom } from '#core/document/title.ts';
import type { Selectable } from 'kysely';
import type { FieldInput } from '#contract/documents/field.ts';
import type { DocumentState } from '#core/document/lifecycle.ts';
import type { ReminderRule } from '#core/document/sending-terms.ts';
import type { Field, FieldType } from '#core/field/field.ts';
import type { FieldProperties } from '#core/field/properties.ts';
import type { PageGeometry } from '#core/field/layout/geometry.ts';
import { readFormats, type DocumentFormats } from '#core/formats/formats.ts';
import type { Language } from '#core/language/language.ts';
import type { ChosenFiles } from '#core/recipient/chosen-files.ts';
import type { DeliveryState, Recipient, RecipientRole, RecipientStatus } from '#core/recipient/recipient.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import { mediaTypes } from './draft-file.ts';
import type { DocumentsTable, FieldsTable, RecipientsTable } from '../foundation/db/schema.ts';

/**
 * A stored document. Sizes are in bytes. Optional properties are optional only so that tests and other
 * builders of documents can omit them.
 */
export type StoredDocument = {
  accountId: string;
  id: string;
  createdBy: string;
  title: string;
  status: DocumentState;
  revision: number;
  fileName: string;
  mediaType?: string;
  originalSha256: string;
  originalSize: number;
  baseSha256: string;
  baseSize: number;
  pages: PageGeometry[];
  /**
   * Fields offered for the file: its form fields and, in `found`, blanks on its pages. Null if there are
   * none.
   */
  formFields?: (FieldInput & { found?: { role: string; confidence: number } })[] | null;
  /** Notes on the file from its upload. */
  fileNotes?: readonly FileNote[];
  /** The files that were joined into one; null for a single file. */
  files?: readonly DocumentFile[] | null;
  /** How the pages differ from those of the converted file. */
  pageEdits?: PageEdits | null;
  sealedSha256: string | null;
  sealedSize: number | null;
  /** How the sealed file proves its time; null before sealing. */
  sealLevel: SealLevel | null;
  /** The earliest time confirmed by a timestamp authority. */
  timestampedAt: Date | null;
  /** The long-term validation data that is appended to the sealed file when it is served. */
  augmentation: { sha256: string; size: number } | null;
  /** False if the document was permanently deleted with its files. */
  filesKept?: boolean;
  /** The sealed record of a document that ended without being completed. */
  certificate?: { sha256: string; size: number } | null;
  subject: string;
  message: string;
  signingOrder: SigningOrder;
  /** Null for a draft that uses the account's formats, and for documents sent before formats existed. */
  formats?: DocumentFormats | null;
  sealProblem: string | null;
  /** Days from sending to expiry; null for the default. */
  expirationDays?: number | null;
  reminderRule: ReminderRule;
  delegationAllowed: boolean;
  /** Null for the account's return URL, until the document is sent; '' for none. */
  returnUrl?: string | null;
  /** How signers may sign. Null means the account's choice before sending, and every kind afterwards. */
  signatureKinds: AllowedMarks;
  /** True if each of several files is also sealed as a separate PDF. */
  separateFiles?: boolean;
  /** True if the certificate is a separate sealed PDF. */
  separateCertificate?: boolean;
  /** The separate PDFs; null until they exist. */
  sealedFiles?: readonly SealedFile[] | null;
  /** When the warning before expiry is due; null after it was sent. */
  warnAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  sentAt: Date | null;
  expiresAt: Date | null;
  completedAt: Date | null;
  folderId: string | null;
  deletedAt: Date | null;
  /**
   * Fingerprint (hex) of the root of an imported file that was sealed under a root that this server does not
   * trust.
   */
  sealedElsewhere?: string | null;
  /** When and by whom the legal hold was set. */
  hold?: { at: Date; by: string } | null;
  /** True if it was created with a test key. It is marked as a test and not counted. */
  test: boolean;
  /** The account's own reference. */
  externalId?: string | null;
  metadata?: Metadata;
  /** The template from which it was made. */
  templateId?: string | null;
  templateVersion?: number | null;
};

export type StoredRecipient = Recipient & {
  position: number;
  /** Null if no language was specified. */
  language: Language | null;
  delivery: DeliveryState;
  deliveryReply: string | null;
  openedAt: Date | null;
  actedAt: Date | null;
  declineReason: string | null;
  invitedAt: Date | null;
  remindedAt: Date | null;
  /** Number of reminders in this turn, and when the next automatic one is due. */
  reminders: number;
  remindAt: Date | null;
  consentWithdrawnAt: Date | null;
  accessCodeHash: string | null;
  accessCodeTries: number;
  /** True if a new access code must be set before sending. */
  accessCodeRequired?: boolean;
  /** True if a one-time code by email is required. */
  mailCode: boolean;
  mailCodeNonce: string | null;
  mailCodeAt: Date | null;
  mailCodeTries: number;
  /** Number of wrong one-time codes since the last correct one, across all codes. */
  mailCodeWrong: number;
  /** Whether the recipient is asked to confirm the signature with a passkey. */
  passkey: PasskeyRule;
  /** The sender's private message to this recipient. */
  message: string;
  onlyFiles?: ChosenFiles;
  /** Phone number as entered, for a sender who delivers the link. */
  phone?: string;
  /** When the recipient's identity was erased. */
  erasedAt?: Date | null;
};

/** A document with its recipients, fields and other related rows. */
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
    mediaType: row.media_type,
    originalSha256: row.original_sha256,
    originalSize: row.original_size,
    baseSha256: row.base_sha256,
    baseSize: row.base_size,
    pages: row.pages as PageGeometry[],
    formFields: row.form_fields as NonNullable<StoredDocument['formFields']> | null,
    fileNotes: row.file_notes as FileNote[],
    files: row.files as DocumentFile[] | null,
    pageEdits: readPageEdits(row.page_edits),
    sealedSha256: row.sealed_sha256,
    sealedSize: row.sealed_size,
    sealLevel: row.seal_level as SealLevel | null,
    timestampedAt: row.timestamped_at,
    augmentation:
      row.augmentation_sha256 === null
        ? null
        : { sha256: row.augmentation_sha256, size: row.augmentation_size ?? 0 },
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
      row.reminder_every_days === null || row.reminder_max === null
        ? null
        : { everyDays: row.reminder_every_days, most: row.reminder_max },
    delegationAllowed: row.delegation_allowed,
    returnUrl: row.return_url,
    signatureKinds: readMarkKinds(row.signature_kinds),
    separateFiles: row.separate_files,
    separateCertificate: row.separate_certificate,
    sealedFiles: row.sealed_files as SealedFile[] | null,
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
    externalId: row.external_id,
    metadata: row.metadata as Metadata,
    templateId: row.template_id,
    templateVersion: row.template_version,
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
    accessCodeRequired: row.access_code_required,
    mailCode: row.mail_code,
    mailCodeNonce: row.mail_code_nonce,
    mailCodeAt: row.mail_code_at,
    mailCodeTries: row.mail_code_tries,
    mailCodeWrong: row.mail_code_wrong,
    passkey: row.passkey as PasskeyRule,
    message: row.message,
    sendEmail: row.send_email,
    phone: row.phone,
    onlyFiles: row.only_files as ChosenFiles,
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

/** Returns a document's files in order. A single file has the document's id. */
export function filesOf(document: StoredDocument): readonly DocumentFile[] {
  const { id, fileName, mediaType = mediaTypes.pdf, pages, fileNotes = [] } = document;
  const { originalSha256, originalSize, baseSha256, baseSize } = document;
  return (
    document.files ?? [
      {
        ...{ id, title: titleFrom(fileName), kind: 'sign', fileName, mediaType, pages: pages.length },
        ...{ originalSha256, originalSize, baseSha256, baseSize, notes: fileNotes },
        ...(document.pageEdits && { pageEdits: document.pageEdits }),
      },
    ]
  );
}

/** Returns the hash of the file that viewers see, which is the sealed file once it exists. */
export function shownFile({ sealedSha256, baseSha256 }: StoredDocument): string {
  return sealedSha256 ?? baseSha256;
}
