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

/** One page as displayed, in points. */
export const pageSize = z.object({ width: z.number(), height: z.number() });
export type PageSize = z.infer<typeof pageSize>;

/** Automatic reminders: the interval in days, and the maximum per turn. */
export const reminderRule = z.object({
  everyDays: z.number().int().min(reminderRange.everyDays.least).max(reminderRange.everyDays.most),
  most: z.number().int().min(reminderRange.most.least).max(reminderRange.most.most),
});

/** One row of GET /api/documents. */
export const documentSummary = z
  .object({
    id: z.string(),
    title: z.string(),
    status: documentStatus,
    /**
     * Completed, but sealed under a root that is not trusted here, so this installation vouches for nothing
     * in the file.
     */
    sealedElsewhere: z.boolean(),
    /**
     * True between the last signature and the sealed file; displayed as Pending, with 'Sealing' as its
     * progress.
     */
    sealing: z.boolean(),
    /** Why sealing failed so far; null if it has not failed. */
    sealProblem: z.string().nullable(),
    fileSize: z.number().int(),
    pageCount: z.number().int(),
    createdAt: instant,
    updatedAt: instant,
    sentAt: instant.nullable(),
    completedAt: instant.nullable(),
    expirationDate: instant.nullable(),
    recipientCount: z.number().int(),
    /** Number of signers and approvers, and how many of them are done. */
    actingCount: z.number().int(),
    actedCount: z.number().int(),
    fieldCount: z.number().int(),
    /** The first recipients in order; `done`: signed or approved. */
    people: z.array(z.object({ name: z.string(), email: z.string(), done: z.boolean() })),
    /** For a pending document, the first awaited recipient by name, and the number of others. */
    waitingFor: z.object({ name: z.string(), more: z.number().int() }).nullable(),
    declinedBy: z.string().nullable(),
    /** The folder of the document; null at the top level. */
    folderId: z.string().nullable(),
    /** The member who uploaded it. */
    ownerId: z.string(),
    /** Time at which the document was moved to the trash. */
    deletedAt: instant.nullable(),
    /** Created with a test key: marked on every page, counted nowhere, and deleted after thirty days. */
    test: z.boolean(),
    ...reference,
    /** URL of a picture of the first page. */
    thumbnailUrl: z.string(),
  })
  .meta({ id: 'DocumentSummary' });
export type DocumentSummary = z.infer<typeof documentSummary>;
export const documentList = z.array(documentSummary);

/** GET /api/documents/{id}: the summary's members, plus recipients and details. */
export const documentDetail = documentSummary
  .extend({
    fileUrl: z.string(),
    fileName: z.string(),
    /** Incremented with every saved edit. Edits include the revision they are based on. */
    revision: z.number().int(),
    pages: z.array(pageSize),
    /** The files in order, joined in `fileUrl`; one for most documents. */
    files: z.array(documentFile),
    subject: z.string(),
    message: z.string(),
    signingOrder: z.enum(['parallel', 'sequential']),
    /**
     * Null for a document that was sent before documents had formats: it prints dates in UTC as 'Nov 27,
     * 2026'.
     */
    formats: formats.nullable(),
    /**
     * Days until the document expires. Before sending, the default for a send request that sets none; null
     * means 30.
     */
    expirationDays: z.number().int().nullable(),
    reminders: reminderRule.nullable(),
    allowDelegation: z.boolean(),
    /** Where signers return after signing; '' for none. Null for a draft that uses the account's. */
    returnUrl: z.string().nullable(),
    /** How signers may sign. Before sending, null means the account's choice; afterwards, every kind. */
    signatureKinds,
    /** True if each of several files is also sealed as a separate PDF. */
    separateFiles: z.boolean(),
    /** True if the certificate is a separate sealed PDF and not part of the sealed file. */
    separateCertificate: z.boolean(),
    /** Hash of that PDF; null before it is sealed. */
    certificateSha256: z.string().nullable(),
    /** The template that the document was created from, or null. The template may have been deleted since. */
    templateId: z.string().nullable(),
    /** The version of the template; null for older documents. */
    templateVersion: z.number().int().nullable(),
    baseSha256: z.string(),
    sealedSha256: z.string().nullable(),
    /** The proof of time in the current sealed file; null if there is none. */
    seal: z
      .object({
        level: z.enum(sealLevels),
        /**
         * The earliest time confirmed by a timestamp authority, or null if the time is only from the server's
         * clock.
         */
        timestampedAt: instant.nullable(),
        /**
         * True if timestamps were appended after sealing; the hash then covers only the beginning of the
         * file.
         */
        augmented: z.boolean(),
      })
      .nullable(),
    /** Start of the legal hold, during which nothing of the document is deleted or erased. */
    heldAt: instant.nullable(),
    signatureFields: z.array(field),
    recipients: z.array(recipient),
    /** Form fields of the uploaded file that can be converted to fields; empty if it had none. */
    formFields: z.array(offeredField).optional(),
    /** Fields for the blanks of the pages of a draft, to be accepted or not. */
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

/** A value that a recipient submitted with their signature, or has saved without signing yet. */
export const enteredValue = z.object({
  /**
   * `signed`: submitted with the recipient's signature or approval. `entered`: saved on the signing page of a
   * recipient who has not signed yet, unchecked, and possibly changed or withdrawn later.
   */
  state: z.enum(['signed', 'entered']),
  /** The field; of a group of radio buttons, the chosen button. */
  fieldId: z.string(),
  recipientId: z.string().nullable(),
  type: z.enum(fieldTypes),
  /** The label of the field, or the name of the group of buttons. */
  label: z.string(),
  /** A checkbox is true or false, an attachment the name of its file, a number digits and a decimal point. */
  value: z.union([z.string(), z.boolean()]),
  /** The value as printed on the page; null for boxes, buttons, files, and values that are not signed. */
  printed: z.string().nullable(),
  /** The time of the signature, or the last time that the recipient's entries were saved. */
  enteredAt: instant,
});
export type EnteredValueView = z.infer<typeof enteredValue>;

/**
 * GET /api/documents/{id}. With `entered=true`, `values` also contains what recipients of a pending document have
 * entered without signing. This requires the permission to manage the document, and of a key the scope
 * documents:send.
 */
export const readDocumentQuery = z.object({ entered: z.stringbool().default(false) });

export const readDocumentAnswer = documentDetail
  .extend({
    /**
     * Values of recipients who have signed or approved, in field order, also while others still have to. With
     * `entered=true`, also those saved by recipients who have not signed yet; each value states which it is.
     */
    values: z.array(enteredValue),
  })
  .meta({ id: 'DocumentWithValues' });

/** The latest email with the final copy of a completed document to one person. */
export const finalCopy = z
  .object({
    /** Null for the sender. */
    recipientId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    state: z.enum(deliveryStates),
    /** The mail server's response, or null if it has not responded yet. */
    reply: z.string().nullable(),
    queuedAt: instant,
  })
  .meta({ id: 'FinalCopy' });
export type FinalCopy = z.infer<typeof finalCopy>;
export const finalCopies = z.array(finalCopy);

/** POST /api/documents/{id}/copies. Without `recipientIds`, copies go to every recipient who gets one. */
export const copiesBody = z
  .object({ recipientIds: z.array(z.string().max(100)).min(1).max(100).optional() })
  .nullish();

export type { DocumentSort, DocumentSortKey } from '#core/document/status.ts';

const moment = z.iso.datetime({ offset: true });

/** Query of GET /api/documents. `cursor` is opaque, comes from the Link header and belongs to one `sort`. */
export const listDocumentsQuery = z.object({
  q: z.string().max(200).optional(),
  status: documentStatus.optional(),
  /** True for pending documents that are waiting for someone other than the member. */
  waitingForOthers: z.stringbool().optional(),
  /** Pending documents that expire within this number of days. */
  expiresWithinDays: z.coerce.number().int().min(1).max(365).optional(),
  /** The id of the member who uploaded it. */
  owner: z.string().max(100).optional(),
  /** Part of a recipient's name or email address. */
  recipient: z.string().max(200).optional(),
  /** Created at or after, and before. */
  from: moment.optional(),
  to: moment.optional(),
  /** Documents directly in this folder; 'top' for those in none. */
  folder: z.string().max(100).optional(),
  /** With `folder`: includes its subfolders. */
  nested: z.stringbool().optional(),
  /** The trash instead of the library; latest deletion first, regardless of `sort`. */
  bin: z.stringbool().optional(),
  ...referenceQuery,
  /** Test documents instead of real ones; a test key sees only test documents. */
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
/** Text parts of the form of PUT /api/documents/{id}/file; `confirm` accepts that fields are removed. */
export const replaceFileForm = z.object({
  revision: z.string().optional(),
  confirm: z.enum(['true', 'false']).optional(),
  ...wordFileForm,
});

/** PUT /api/documents/{id}/fields: the complete list, alone or with the revision it is based on. */
export const putFieldsBody = z.union([
  z.array(fieldInput).max(2000),
  z.object({ fields: z.array(fieldInput).max(2000), revision: z.number().int().optional() }),
]);
export const putFieldsAnswer = z.object({ fields: z.array(field), revision: z.number().int() });

/** PUT /api/documents/{id}/recipients: the draft's recipients, alone or with the revision. */
export const putRecipientsBody = z.union([
  z.array(recipientInput).max(200),
  z.object({
    recipients: z.array(recipientInput).max(200),
    /**
     * If absent, the order numbers decide: different numbers act one after another, equal ones in parallel.
     * Without numbers it is unchanged.
     */
    signingOrder: z.enum(['parallel', 'sequential']).optional(),
    revision: z.number().int().optional(),
  }),
]);
export const putRecipientsAnswer = z.object({ recipients: z.array(recipient), revision: z.number().int() });

/**
 * POST /api/documents/{id}/send. Recipients may be repeated here; they are matched by email and role. Absent
 * settings come from the draft, which has them if it is a copy or was created from a template.
 */
export const sendBody = z.object({
  recipients: z.array(recipientInput).max(200).optional(),
  subject: z.string().max(200).nullish(),
  message: z.string().max(5000).nullish(),
  expirationDays: z.unknown().optional(),
  /**
   * 'parallel' invites all recipients simultaneously. If absent, the order numbers of the request or the
   * draft decide.
   */
  signingOrder: z.enum(['parallel', 'sequential']).optional(),
  /** If absent, the formats of the draft. */
  formats: formatsChange.optional(),
  reminders: reminderRule.nullish(),
  /** True if recipients may delegate to another person, with a reason. */
  allowDelegation: z.boolean().optional(),
  returnUrl,
  /** How signers may sign. If absent, as in the draft; null for the account's choice. */
  signatureKinds: signatureKinds.optional(),
  /** True to also seal each of several files as a separate PDF. If absent, as in the draft. */
  separateFiles: z.boolean().optional(),
  /** True to seal the certificate as a separate PDF. If absent, as in the draft. */
  separateCertificate: z.boolean().optional(),
});
export type SendBody = z.input<typeof sendBody>;

/** POST /api/documents/{id}/mail-preview: the recipient, and the text being typed. */
export const mailPreviewBody = z.object({
  recipient: z.object({
    email: z.string().max(320),
    name: z.string().max(200),
    role: z.enum(recipientRoles),
    message: z.string().max(2000),
    language: z.enum(languages).optional(),
    /** A code protects the document, so its email shows no content. */
    hasCode: z.boolean(),
  }),
  subject: z.string().max(200),
  message: z.string().max(5000),
  expirationDays: z.number(),
});
export type MailPreviewBody = z.input<typeof mailPreviewBody>;

/** `html` is self-contained: pictures are embedded, and links are disabled. */
export const mailPreview = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
});
export type MailPreview = z.output<typeof mailPreview>;

/**
 * PUT /api/documents/{id}/hold, POST /api/documents/{id}/recipients/{recipientId}/erase: the reason, for the
 * audit trail.
 */
const because = z.object({ reason: z.string().max(1000) });
export const holdBody = because;
export const eraseBody = because;

export const voidBody = z.object({ reason: z.string().max(1000) });

/**
 * POST /api/documents/{id}/remind: reminds all recipients the document is waiting for, or only the listed
 * ones.
 */
export const remindBody = z.object({ recipientIds: z.array(z.string()).max(200).optional() }).nullish();

/** POST /api/documents/{id}/extend: days from now. */
export const extendBody = z.object({ days: z.number() });

/** Documents per request that reminds, extends or voids several. */
export const MAX_MANAGED = 100;
const managedIds = { ids: z.array(z.string()).min(1).max(MAX_MANAGED) };

/** POST /api/documents/remind: reminds everyone these documents are waiting for. */
export const remindSeveralBody = z.object(managedIds);
/** POST /api/documents/extend: days from now. */
export const extendSeveralBody = z.object({ ...managedIds, days: z.number() });
/** POST /api/documents/void */
export const voidSeveralBody = z.object({ ...managedIds, reason: z.string().max(1000) });

/** POST /api/documents/{id}/recipients/{recipientId}/correct */
export const correctBody = z.object({
  name: z.string().max(200),
  /** May be empty for a recipient whose link you deliver. */
  email: z.string().max(320),
  /** Unchanged if absent. */
  phone: phone.nullish(),
});

/** POST /api/documents/{id}/recipients/{recipientId}/access-code: the new code, or null to remove it. */
export const accessCodeBody = z.object({ accessCode: z.string().max(200).nullable() });

/** Sent documents include each link that the sender delivers. No later response includes it. */
const shownLink = z.string().nullable();

/** POST /api/documents/{id}/send */
export const sentDetail = documentDetail
  .extend({ recipients: z.array(recipient.extend({ link: shownLink }).meta({ id: 'SentRecipient' })) })
  .meta({ id: 'SentDocumentDetail' });
export type SentDetail = z.infer<typeof sentDetail>;

/** POST /api/documents/{id}/recipients/{recipientId}/link */
export const deliveredLink = z.object({ link: z.string() });

/** POST /api/documents/{id}/recipients/{recipientId}/hand-over and …/sign-myself: the URL to open. */
export const signingAddress = z.object({ url: z.string() });

/** GET /api/documents/{id}/trail */
export const trailEvent = z.object({
  seq: z.number().int(),
  type: z.string(),
  occurredAt: instant,
  /** The actor in readable form; for the service itself the operator's name, or else 'Countersign'. */
  actor: z.string(),
  /** The event's own facts. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  hash: z.string(),
});
export type TrailEventView = z.infer<typeof trailEvent>;
export const trailAnswer = z.object({
  events: z.array(trailEvent),
  /** The chain is consistent, and every value is the recorded one. */
  intact: z.boolean(),
  /**
   * True if it continues the audit trail inside the sealed file or the sealed record of the document's end,
   * and all rows match the sealed evidence. Null while nothing is sealed; false for a file that was sealed
   * elsewhere.
   */
  matchesSealedFile: z.boolean().nullable(),
  /**
   * The file was imported from an archive and sealed under a root that is not trusted here. Its own audit
   * trail is only in the file.
   */
  sealedElsewhere: z.boolean(),
});

/**
 * GET /api/documents/{id}/attachments: files that recipients uploaded; each is downloaded by its field's id.
 */
export const attachmentFiles = z.array(
  z.object({
    fieldId: z.string(),
    recipientId: z.string(),
    name: z.string(),
    mediaType: z.string(),
    /** In bytes. */
    size: z.number().int(),
    sha256: z.string(),
  }),
);

/** The text and pictures under the fields of a draft, for its sender to review before sending. */
export const coversAnswer = z.object({
  covers: z.array(
    z.object({
      fieldId: z.string(),
      page: z.number().int(),
      over: z.enum(['text', 'picture', 'dark']),
      /** The covered text, if any. */
      text: z.string(),
      /** True if the document cannot be sent this way. */
      blocks: z.boolean(),
      /**
       * The nearest position in points where the field does not cover any words, or null if there is none
       * nearby.
       */
      free: z.object({ x: z.number(), y: z.number() }).nullable(),
    }),
  ),
});
export type FieldCoverView = z.infer<typeof coversAnswer>['covers'][number];
