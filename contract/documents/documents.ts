import { z } from 'zod';
import { fileNoteCodes } from '#core/document/file-note.ts';
import { reminderRange } from '#core/document/sending-terms.ts';
import { sealLevels } from '#core/document/seal-level.ts';
import { documentSorts, documentStatuses, type DocumentSort } from '#core/document/status.ts';
import { fieldTypes } from '#core/field/field.ts';
import { languages } from '#core/language/language.ts';
import { deliveryStates, recipientRoles } from '#core/recipient/recipient.ts';
import { formats, formatsChange } from '../formats.ts';
import { returnUrl } from '../return-url.ts';
import { field, fieldInput, offeredField, suggestedField } from './field.ts';
import { documentFile } from './files.ts';
import { phone, recipient, recipientInput } from './recipient.ts';
import { reference, referenceForm, referenceQuery } from './reference.ts';
import { signatureKinds } from './signature-kinds.ts';
import { wordFileForm } from './word-file.ts';

export { type FieldInput, type FieldView, type SuggestedField } from './field.ts';
export { recipientInput, type RecipientInput, type RecipientView } from './recipient.ts';

export const documentStatus = z.enum(documentStatuses);
export type DocumentStatus = z.infer<typeof documentStatus>;

/** Times are ISO 8601 in UTC. */
const instant = z.string();

/** Size of a displayed page in points. */
export const pageSize = z.object({ width: z.number(), height: z.number() });
export type PageSize = z.infer<typeof pageSize>;

/** Automatic reminders: the interval in days, and the maximum number per recipient's turn. */
export const reminderRule = z.object({
  everyDays: z.number().int().min(reminderRange.everyDays.least).max(reminderRange.everyDays.most),
  most: z.number().int().min(reminderRange.most.least).max(reminderRange.most.most),
});

/** A document in the list of GET /api/documents. */
export const documentSummary = z
  .object({
    id: z.string(),
    title: z.string(),
    status: documentStatus,
    /**
     * True if the document is completed, but sealed under a root that is not trusted here. This installation
     * then vouches for nothing in the file.
     */
    sealedElsewhere: z.boolean(),
    /**
     * True between the last signature and sealing. The document is shown as Pending with the progress 'Sealing'.
     */
    sealing: z.boolean(),
    /** Why sealing has failed so far; null if it has not. */
    sealProblem: z.string().nullable(),
    fileSize: z.number().int(),
    pageCount: z.number().int(),
    createdAt: instant,
    updatedAt: instant,
    sentAt: instant.nullable(),
    completedAt: instant.nullable(),
    expirationDate: instant.nullable(),
    recipientCount: z.number().int(),
    /** Number of signers and approvers, and how many of them have acted. */
    actingCount: z.number().int(),
    actedCount: z.number().int(),
    fieldCount: z.number().int(),
    /** The first recipients in order. `done` is true if they have signed or approved. */
    people: z.array(z.object({ name: z.string(), email: z.string(), done: z.boolean() })),
    /** For a pending document, the name of the first awaited recipient and the number of others. */
    waitingFor: z.object({ name: z.string(), more: z.number().int() }).nullable(),
    declinedBy: z.string().nullable(),
    /** Folder of the document; null at the top level. */
    folderId: z.string().nullable(),
    /** The member who uploaded the document. */
    ownerId: z.string(),
    /** Time at which the document was moved to the bin. */
    deletedAt: instant.nullable(),
    /**
     * True if the document was created with a test key. It is marked on every page, does not count toward any
     * limit, and is deleted after thirty days.
     */
    test: z.boolean(),
    ...reference,
    /** URL of an image of the first page. */
    thumbnailUrl: z.string(),
  })
  .meta({ id: 'DocumentSummary' });
export type DocumentSummary = z.infer<typeof documentSummary>;
export const documentList = z.array(documentSummary);

/** GET /api/documents/{id}. The properties of the summary, with recipients and details. */
export const documentDetail = documentSummary
  .extend({
    fileUrl: z.string(),
    fileName: z.string(),
    /** Incremented with every saved edit. Edits include the revision that they are based on. */
    revision: z.number().int(),
    pages: z.array(pageSize),
    /** The files in order, which are joined in `fileUrl`. Most documents have only one. */
    files: z.array(documentFile),
    subject: z.string(),
    message: z.string(),
    signingOrder: z.enum(['parallel', 'sequential']),
    /**
     * Null for a document that was sent before documents had formats. It prints dates in UTC, such as 'Nov 27,
     * 2026'.
     */
    formats: formats.nullable(),
    /**
     * Number of days until the document expires. Before sending, the default for a send request without this
     * setting; null means 30.
     */
    expirationDays: z.number().int().nullable(),
    reminders: reminderRule.nullable(),
    allowDelegation: z.boolean(),
    /** URL that signers return to after signing; '' for none. Null for a draft that uses the account's URL. */
    returnUrl: z.string().nullable(),
    /** How signers may sign. Null means the account's setting before sending, and every kind afterwards. */
    signatureKinds,
    /** True if each of several files is also sealed as a separate PDF. */
    separateFiles: z.boolean(),
    /** True if the certificate is a separate sealed PDF instead of part of the sealed file. */
    separateCertificate: z.boolean(),
    /** Hash of the separate certificate; null before it is sealed. */
    certificateSha256: z.string().nullable(),
    /**
     * The template that the document was created from; null if there is none. The template may have been deleted
     * since.
     */
    templateId: z.string().nullable(),
    /** Version of the template; null for older documents. */
    templateVersion: z.number().int().nullable(),
    baseSha256: z.string(),
    sealedSha256: z.string().nullable(),
    /** How the current sealed file proves its time; null if there is no sealed file. */
    seal: z
      .object({
        level: z.enum(sealLevels),
        /**
         * Earliest time confirmed by a timestamp authority; null if only the server's clock provides the time.
         */
        timestampedAt: instant.nullable(),
        /**
         * True if timestamps were appended after sealing. The hash then covers only the beginning of the file.
         */
        augmented: z.boolean(),
      })
      .nullable(),
    /** Start of the legal hold, during which nothing in the document can be deleted or erased. */
    heldAt: instant.nullable(),
    signatureFields: z.array(field),
    recipients: z.array(recipient),
    /** Form fields of the uploaded file that can be converted to fields; empty if it has none. */
    formFields: z.array(offeredField).optional(),
    /** Suggested fields for the blanks on the pages of a draft. */
    suggestedFields: z.array(suggestedField).optional(),
    /** Findings in the uploaded file and what was done about each, most severe first. */
    fileNotes: z
      .array(
        z.object({
          code: z.enum(fileNoteCodes),
          pages: z.array(z.number().int()),
          words: z.array(z.string()),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Document' });
export type DocumentDetail = z.infer<typeof documentDetail>;

/** A value that a recipient submitted with their signature, or saved without having signed. */
export const enteredValue = z.object({
  /**
   * `signed`: submitted with the recipient's signature or approval. `entered`: saved on the signing page by a
   * recipient who has not signed. Such a value is unchecked and may be changed or withdrawn later.
   */
  state: z.enum(['signed', 'entered']),
  /** Id of the field. For a group of radio buttons, the id of the selected button. */
  fieldId: z.string(),
  recipientId: z.string().nullable(),
  type: z.enum(fieldTypes),
  /** Label of the field, or name of the button group. */
  label: z.string(),
  /**
   * True or false for a checkbox, the file name for an attachment, and digits with a decimal point for a number.
   */
  value: z.union([z.string(), z.boolean()]),
  /** The printed value; null for boxes, buttons, files, and values that were not signed. */
  printed: z.string().nullable(),
  /** Time of the signature, or the last time that the recipient's entries were saved. */
  enteredAt: instant,
});
export type EnteredValueView = z.infer<typeof enteredValue>;

/**
 * GET /api/documents/{id}. With `entered=true`, `values` also contains what recipients of a pending document
 * have entered without signing. This requires the permission to manage the document. A key also needs the scope
 * documents:send.
 */
export const readDocumentQuery = z.object({ entered: z.stringbool().default(false) });

export const readDocumentAnswer = documentDetail
  .extend({
    /**
     * Values of recipients who have signed or approved, in field order, even if others still have to act. With
     * `entered=true`, also those saved by recipients who have not signed. `state` distinguishes them.
     */
    values: z.array(enteredValue),
  })
  .meta({ id: 'DocumentWithValues' });

/** The latest email with the final copy of a completed document to one person. */
export const finalCopy = z
  .object({
    /** Null for the copy to the sender. */
    recipientId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    state: z.enum(deliveryStates),
    /** Response of the mail server; null if there is none yet. */
    reply: z.string().nullable(),
    queuedAt: instant,
  })
  .meta({ id: 'FinalCopy' });
export type FinalCopy = z.infer<typeof finalCopy>;
export const finalCopies = z.array(finalCopy);

/**
 * POST /api/documents/{id}/copies. Without `recipientIds`, copies are sent to all recipients who are entitled to
 * one.
 */
export const copiesBody = z
  .object({ recipientIds: z.array(z.string().max(100)).min(1).max(100).optional() })
  .nullish();

export type { DocumentSort, DocumentSortKey } from '#core/document/status.ts';

const moment = z.iso.datetime({ offset: true });

/**
 * Query of GET /api/documents. `cursor` is opaque, comes from the Link header, and is valid only for one `sort`.
 */
export const listDocumentsQuery = z.object({
  q: z.string().max(200).optional(),
  status: documentStatus.optional(),
  /** True for pending documents that are waiting for someone other than the member. */
  waitingForOthers: z.stringbool().optional(),
  /** Pending documents that expire within this number of days. */
  expiresWithinDays: z.coerce.number().int().min(1).max(365).optional(),
  /** Id of the member who uploaded the document. */
  owner: z.string().max(100).optional(),
  /** Part of a recipient's name or email address. */
  recipient: z.string().max(200).optional(),
  /** Created at or after `from`, and before `to`. */
  from: moment.optional(),
  to: moment.optional(),
  /** Documents directly in this folder; 'top' for documents that are in no folder. */
  folder: z.string().max(100).optional(),
  /** With `folder`, true to include subfolders. */
  nested: z.stringbool().optional(),
  /** True to list the bin instead of the library. The latest deletion comes first, regardless of `sort`. */
  bin: z.stringbool().optional(),
  ...referenceQuery,
  /** True to list test documents instead of real ones. A test key only sees test documents. */
  test: z.stringbool().optional(),
  sort: z.enum(documentSorts as [DocumentSort, ...DocumentSort[]]).default('-created'),
  cursor: z.string().max(3000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** Text parts of the form of POST /api/documents/upload. The default title is the file name. */
export const uploadForm = z.object({
  title: z.string().optional(),
  folderId: z.string().optional(),
  ...referenceForm,
  ...wordFileForm,
});
/** Text parts of the form of PUT /api/documents/{id}/file. `confirm` allows fields to be removed. */
export const replaceFileForm = z.object({
  revision: z.string().optional(),
  confirm: z.enum(['true', 'false']).optional(),
  ...wordFileForm,
});

/** PUT /api/documents/{id}/fields. The complete list, alone or with the revision that it is based on. */
export const putFieldsBody = z.union([
  z.array(fieldInput).max(2000),
  z.object({ fields: z.array(fieldInput).max(2000), revision: z.number().int().optional() }),
]);
export const putFieldsAnswer = z.object({ fields: z.array(field), revision: z.number().int() });

/** PUT /api/documents/{id}/recipients. The draft's recipients, alone or with the revision. */
export const putRecipientsBody = z.union([
  z.array(recipientInput).max(200),
  z.object({
    recipients: z.array(recipientInput).max(200),
    /**
     * If omitted, the order numbers decide: recipients with different numbers act one after another, those with
     * equal numbers in parallel. Without numbers, the order is unchanged.
     */
    signingOrder: z.enum(['parallel', 'sequential']).optional(),
    revision: z.number().int().optional(),
  }),
]);
export const putRecipientsAnswer = z.object({ recipients: z.array(recipient), revision: z.number().int() });

/**
 * POST /api/documents/{id}/send. Recipients can be repeated here, and are matched by email and role. Omitted
 * settings come from the draft, which has them if it is a copy or was created from a template.
 */
export const sendBody = z.object({
  recipients: z.array(recipientInput).max(200).optional(),
  subject: z.string().max(200).nullish(),
  message: z.string().max(5000).nullish(),
  expirationDays: z.unknown().optional(),
  /**
   * 'parallel' invites all recipients at the same time. If omitted, the order numbers of the request or the
   * draft decide.
   */
  signingOrder: z.enum(['parallel', 'sequential']).optional(),
  /** If omitted, the draft's formats are used. */
  formats: formatsChange.optional(),
  reminders: reminderRule.nullish(),
  /** True if recipients may delegate to another person, with a reason. */
  allowDelegation: z.boolean().optional(),
  returnUrl,
  /** How signers may sign. If omitted, the draft's setting is used; null means the account's setting. */
  signatureKinds: signatureKinds.optional(),
  /** True to also seal each of several files as a separate PDF. If omitted, the draft's setting is used. */
  separateFiles: z.boolean().optional(),
  /** True to seal the certificate as a separate PDF. If omitted, the draft's setting is used. */
  separateCertificate: z.boolean().optional(),
});
export type SendBody = z.input<typeof sendBody>;

/** POST /api/documents/{id}/mail-preview. The recipient and the text being typed. */
export const mailPreviewBody = z.object({
  recipient: z.object({
    email: z.string().max(320),
    name: z.string().max(200),
    role: z.enum(recipientRoles),
    message: z.string().max(2000),
    language: z.enum(languages).optional(),
    /** True if a code protects the document, so that the email shows no content. */
    hasCode: z.boolean(),
  }),
  subject: z.string().max(200),
  message: z.string().max(5000),
  expirationDays: z.number(),
});
export type MailPreviewBody = z.input<typeof mailPreviewBody>;

/** `html` is self-contained, with embedded pictures and disabled links. */
export const mailPreview = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
});
export type MailPreview = z.output<typeof mailPreview>;

/**
 * PUT /api/documents/{id}/hold and POST /api/documents/{id}/recipients/{recipientId}/erase. The reason is
 * recorded in the audit trail.
 */
const because = z.object({ reason: z.string().max(1000) });
export const holdBody = because;
export const eraseBody = because;

export const voidBody = z.object({ reason: z.string().max(1000) });

/**
 * POST /api/documents/{id}/remind. Reminds all recipients that the document is waiting for, or only the listed
 * ones.
 */
export const remindBody = z.object({ recipientIds: z.array(z.string()).max(200).optional() }).nullish();

/** POST /api/documents/{id}/extend. The number of days from now. */
export const extendBody = z.object({ days: z.number() });

/** Maximum number of documents in a request that reminds, extends or voids several. */
export const MAX_MANAGED = 100;
const managedIds = { ids: z.array(z.string()).min(1).max(MAX_MANAGED) };

/** POST /api/documents/remind. Reminds everyone that these documents are waiting for. */
export const remindSeveralBody = z.object(managedIds);
/** POST /api/documents/extend. The number of days from now. */
export const extendSeveralBody = z.object({ ...managedIds, days: z.number() });
/** Body of POST /api/documents/void. */
export const voidSeveralBody = z.object({ ...managedIds, reason: z.string().max(1000) });

/** Body of POST /api/documents/{id}/recipients/{recipientId}/correct. */
export const correctBody = z.object({
  name: z.string().max(200),
  /** Can be empty for a recipient whose link you deliver. */
  email: z.string().max(320),
  /** Unchanged if omitted. */
  phone: phone.nullish(),
});

/** POST /api/documents/{id}/recipients/{recipientId}/access-code. The new code, or null to remove it. */
export const accessCodeBody = z.object({ accessCode: z.string().max(200).nullable() });

/**
 * The response that sends a document contains each link that the sender delivers. No later response contains it.
 */
const shownLink = z.string().nullable();

/** Response of POST /api/documents/{id}/send. */
export const sentDetail = documentDetail
  .extend({ recipients: z.array(recipient.extend({ link: shownLink }).meta({ id: 'SentRecipient' })) })
  .meta({ id: 'SentDocumentDetail' });
export type SentDetail = z.infer<typeof sentDetail>;

/** Response of POST /api/documents/{id}/recipients/{recipientId}/link. */
export const deliveredLink = z.object({ link: z.string() });

/** POST /api/documents/{id}/recipients/{recipientId}/hand-over and …/sign-myself. The URL to open. */
export const signingAddress = z.object({ url: z.string() });

/** An event in the response of GET /api/documents/{id}/trail. */
export const trailEvent = z.object({
  seq: z.number().int(),
  type: z.string(),
  occurredAt: instant,
  /** Readable name of the actor. For the service itself, the operator's name, or else 'Countersign'. */
  actor: z.string(),
  /** Facts recorded by the event. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  hash: z.string(),
});
export type TrailEventView = z.infer<typeof trailEvent>;
export const trailAnswer = z.object({
  events: z.array(trailEvent),
  /** True if the chain is consistent and every value matches its record. */
  intact: z.boolean(),
  /**
   * True if the trail continues the one inside the sealed file or sealed record, and all rows match the sealed
   * evidence. Null while nothing is sealed; false for a file that was sealed elsewhere.
   */
  matchesSealedFile: z.boolean().nullable(),
  /**
   * True if the file was imported from an archive and is sealed under a root that is not trusted here. Its own
   * audit trail is only in the file.
   */
  sealedElsewhere: z.boolean(),
});

/**
 * GET /api/documents/{id}/attachments. Files that recipients uploaded. Each is downloaded with the id of its
 * field.
 */
export const attachmentFiles = z.array(
  z.object({
    fieldId: z.string(),
    recipientId: z.string(),
    name: z.string(),
    mediaType: z.string(),
    /** Size in bytes. */
    size: z.number().int(),
    sha256: z.string(),
  }),
);

/** Text and pictures below the fields of a draft, for its sender to review before sending. */
export const coversAnswer = z.object({
  covers: z.array(
    z.object({
      fieldId: z.string(),
      page: z.number().int(),
      over: z.enum(['text', 'picture', 'dark']),
      /** The covered text, if any. */
      text: z.string(),
      /** True if the document cannot be sent with this field. */
      blocks: z.boolean(),
      /** Nearest position in points at which the field covers no words; null if there is none nearby. */
      free: z.object({ x: z.number(), y: z.number() }).nullable(),
    }),
  ),
});
export type FieldCoverView = z.infer<typeof coversAnswer>['covers'][number];
