import { needsSeparateFiles } from '../records/trail/separate-files.ts';
import { addressOf } from '#contract/address.ts';
import type {
  DocumentDetail,
  DocumentSummary,
  FieldView,
  RecipientView,
} from '#contract/documents/documents.ts';
import { documentPaths } from '#contract/paths.ts';
import { isLocked } from '#core/ceremony/gate.ts';
import { withFirstPages } from '#core/document/files.ts';
import { CERTIFICATE } from '#core/document/sealed-files.ts';
import { publicStatus } from '#core/document/lifecycle.ts';
import { isDocumentAwaited } from '#core/document/manage.ts';
import type { Field } from '#core/field/field.ts';
import { declinedBy, personInList, shownInList, waitingFor } from '#core/recipient/in-list.ts';
import { isInvitedByMail, mustAct } from '#core/recipient/recipient.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import {
  filesOf,
  shownFile,
  type StoredDocument,
  type StoredRecipient,
  type WholeDocument,
} from '../records/document.ts';
import type { Parts } from './count-parts.ts';
import { filesView } from './files/files-view.ts';

/** Returns the view of the document after an action, or why the action was refused. */
export function detailOf(outcome: WholeDocument | Refusal): DocumentDetail | Refusal {
  return isRefusal(outcome) ? outcome : documentDetailView(outcome);
}

/**
 * Returns the public view of a document. It lists every property explicitly, so that new columns are not
 * exposed by accident.
 */
export function documentDetailView(whole: WholeDocument): DocumentDetail {
  const { document, recipients, fields } = whole;
  return {
    ...documentSummaryView(document, partsOf(whole)),
    fileUrl: addressOf(documentPaths.readFile, { params: { id: document.id } }),
    fileName: document.fileName,
    revision: document.revision,
    pages: document.pages.map(({ width, height }) => ({ width, height })),
    files: filesView(filesOf(document), document.sealedFiles ?? []),
    subject: document.subject,
    message: document.message,
    signingOrder: document.signingOrder,
    formats: document.formats ?? null,
    reminders: document.reminderRule,
    allowDelegation: document.delegationAllowed,
    returnUrl: document.returnUrl ?? null,
    signatureKinds: document.signatureKinds && [...document.signatureKinds],
    separateFiles: document.separateFiles ?? false,
    separateCertificate: document.separateCertificate ?? false,
    certificateSha256: document.sealedFiles?.find(({ id }) => id === CERTIFICATE)?.sha256 ?? null,
    expirationDays: document.expirationDays ?? null,
    templateId: document.templateId ?? null,
    templateVersion: document.templateVersion ?? null,
    baseSha256: document.baseSha256,
    sealedSha256: document.sealedSha256,
    seal: sealView(document),
    heldAt: document.hold?.at.toISOString() ?? null,
    signatureFields: fields.map(fieldView),
    recipients: recipients.map((recipient) => recipientView(recipient, whole)),
    fileNotes: [...(document.fileNotes ?? [])],
    ...offersOf(document),
  };
}

/**
 * Returns the suggested fields of a draft: form fields in its files, and fields for blanks on pages that will
 * be signed.
 */
function offersOf({
  status,
  formFields,
  files,
}: StoredDocument): Pick<DocumentDetail, 'formFields' | 'suggestedFields'> {
  const offers = status === 'draft' ? (formFields ?? []) : [];
  const unsigned = withFirstPages(files ?? []).filter(({ kind }) => kind !== 'sign');
  const isSigned = (page: number): boolean =>
    !unsigned.some(({ firstPage, pages }) => page >= firstPage && page < firstPage + pages);
  return {
    formFields: offers.filter(({ found }) => !found),
    suggestedFields: offers.flatMap(({ found, ...field }) =>
      found && isSigned(field.page) ? [{ field, ...found }] : [],
    ),
  };
}

function sealView({
  sealedSha256,
  sealLevel,
  timestampedAt,
  augmentation,
}: StoredDocument): DocumentDetail['seal'] {
  if (sealedSha256 === null) return null;
  const augmented = augmentation !== null;
  return { level: sealLevel ?? 'B-B', timestampedAt: timestampedAt?.toISOString() ?? null, augmented };
}

export function documentSummaryView(document: StoredDocument, parts: Parts): DocumentSummary {
  return {
    id: document.id,
    title: document.title,
    status: publicStatus(document.status),
    sealedElsewhere: typeof document.sealedElsewhere === 'string',
    sealing: document.status === 'sealing',
    sealProblem: document.status === 'sealing' || needsSeparateFiles(document) ? document.sealProblem : null,
    fileSize: document.originalSize,
    pageCount: document.pages.length,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    sentAt: document.sentAt?.toISOString() ?? null,
    completedAt: document.completedAt?.toISOString() ?? null,
    expirationDate: document.expiresAt?.toISOString() ?? null,
    recipientCount: parts.recipients,
    actingCount: parts.acting,
    actedCount: parts.acted,
    fieldCount: parts.fields,
    people: parts.people.slice(0, shownInList).map(({ name, email, done }) => ({ name, email, done })),
    waitingFor: document.status === 'sent' ? waitingFor(parts.people) : null,
    declinedBy: document.status === 'declined' ? declinedBy(parts.people) : null,
    folderId: document.folderId,
    ownerId: document.createdBy,
    deletedAt: document.deletedAt?.toISOString() ?? null,
    test: document.test,
    externalId: document.externalId ?? null,
    metadata: document.metadata ?? {},
    thumbnailUrl: addressOf(documentPaths.readThumbnail, {
      params: { id: document.id },
      query: { v: shownFile(document).slice(0, 16) },
    }),
  };
}

export function fieldView(field: Field): FieldView {
  const { id, type, page, x, y, width, height, recipientId, required, label, properties = {} } = field;
  return { id, type, page, x, y, width, height, recipientId, required, label, properties };
}

/** Returns the view of a recipient. It only shows whether an access code is set, never the code. */
export function recipientView(recipient: StoredRecipient, whole: WholeDocument): RecipientView {
  const { status, signingOrder } = whole.document;
  return {
    id: recipient.id,
    email: recipient.email,
    name: recipient.name,
    sendEmail: isInvitedByMail(recipient),
    phone: recipient.phone ?? '',
    role: recipient.role,
    order: recipient.turn,
    language: recipient.language,
    status: recipient.status,
    delivery: recipient.delivery,
    deliveryReply: recipient.deliveryReply,
    openedAt: recipient.openedAt?.toISOString() ?? null,
    actedAt: recipient.actedAt?.toISOString() ?? null,
    awaited: status === 'sent' && isDocumentAwaited(signingOrder, whole.recipients, recipient),
    invitedAt: recipient.invitedAt?.toISOString() ?? null,
    remindedAt: recipient.remindedAt?.toISOString() ?? null,
    reminders: recipient.reminders,
    nextReminderAt: recipient.remindAt?.toISOString() ?? null,
    accessCode: recipient.accessCodeHash !== null,
    accessCodeRequired: recipient.accessCodeRequired ?? false,
    mailCode: recipient.mailCode,
    passkey: recipient.passkey,
    files: recipient.onlyFiles ? [...recipient.onlyFiles] : null,
    codeLocked: isLocked(recipient),
    consentWithdrawn: recipient.consentWithdrawnAt !== null,
    erasedAt: recipient.erasedAt?.toISOString() ?? null,
    message: recipient.message,
  };
}

function partsOf({ recipients, fields }: WholeDocument): Parts {
  return {
    recipients: recipients.length,
    acting: recipients.filter(mustAct).length,
    acted: recipients.filter(({ status }) => status === 'signed' || status === 'approved').length,
    fields: fields.length,
    people: recipients.map(personInList),
  };
}
