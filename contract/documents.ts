import { sealLevels } from '#core/document/seal-level.ts';
import { z } from 'zod';
import { fileNoteCodes } from '#core/document/file-note.ts';
import { passkeyRules } from '#core/ceremony/passkey.ts';
import { reminderRange } from '#core/document/manage.ts';
import { documentSorts, documentStatuses, type DocumentSort } from '#core/document/status.ts';
import { languages } from '#core/language/language.ts';
import { deliveryStates, recipientRoles, recipientStatuses } from '#core/recipient/recipient.ts';
import { field, fieldInput, offeredField } from './field.ts';
import { formats, formatsChange } from './formats.ts';
import { wordFileForm } from './word-file.ts';

export { type FieldInput, type FieldView } from './field.ts';

export const documentStatus = z.enum(documentStatuses);
export type DocumentStatus = z.infer<typeof documentStatus>;

/** Instants travel as ISO 8601 in UTC. */
const instant = z.string();

/** One page as displayed, in points. */
export const pageSize = z.object({ width: z.number(), height: z.number() });
export type PageSize = z.infer<typeof pageSize>;

export const recipient = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(recipientRoles),
    order: z.number().int(),
    /** Of mails and of the first look at the ceremony; null: not chosen. */
    language: z.enum(languages).nullable(),
    status: z.enum(recipientStatuses),
    delivery: z.enum(deliveryStates),
    deliveryReply: z.string().nullable(),
    openedAt: instant.nullable(),
    actedAt: instant.nullable(),
    /** Whether the document waits for this recipient right now, and since when they know. */
    awaited: z.boolean(),
    invitedAt: instant.nullable(),
    remindedAt: instant.nullable(),
    reminders: z.number().int(),
    /** When the next reminder goes out by itself. */
    nextReminderAt: instant.nullable(),
    /** The gates before the link: a code told outside, a one-time code by mail; `codeLocked` after too many tries. */
    accessCode: z.boolean(),
    /** The document was copied from one whose access code was not copied: set a new one before sending. */
    accessCodeNeeded: z.boolean(),
    mailCode: z.boolean(),
    codeLocked: z.boolean(),
    /** Whether they are asked to confirm their signature with a passkey. */
    passkey: z.enum(passkeyRules),
    consentWithdrawn: z.boolean(),
    /** Since when nothing here says who this was; name and address are empty then. */
    erasedAt: instant.nullable(),
    /** For this recipient alone; empty when there is none. */
    message: z.string(),
  })
  .meta({ id: 'Recipient' });
export type RecipientView = z.infer<typeof recipient>;

/** Reminders that go out by themselves: every so many days, at most so often for each turn. */
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
    /** Completed, but sealed under a root that is not trusted here: this installation vouches for nothing in the file. */
    sealedElsewhere: z.boolean(),
    /** True between the last signature and the sealed file: shown as Pending, 'Sealing' as its progress. */
    sealing: z.boolean(),
    /** Why sealing has not succeeded yet, when it has been tried and failed. */
    sealProblem: z.string().nullable(),
    fileSize: z.number().int(),
    pageCount: z.number().int(),
    createdAt: instant,
    updatedAt: instant,
    sentAt: instant.nullable(),
    completedAt: instant.nullable(),
    expirationDate: instant.nullable(),
    recipientCount: z.number().int(),
    /** Signers and approvers, and how many of them are done. */
    actingCount: z.number().int(),
    actedCount: z.number().int(),
    fieldCount: z.number().int(),
    /** The first recipients in their order; `done`: signed or approved. */
    people: z.array(z.object({ name: z.string(), email: z.string(), done: z.boolean() })),
    /** While it is out: who is asked and not done, the first by name, and how many more. */
    waitingFor: z.object({ name: z.string(), more: z.number().int() }).nullable(),
    declinedBy: z.string().nullable(),
    /** The folder it lies in; null at the top. */
    folderId: z.string().nullable(),
    /** The member who uploaded it. */
    ownerId: z.string(),
    /** When it was moved to the bin. */
    deletedAt: instant.nullable(),
    /** Made with a test key: marked on every page, counted nowhere, and deleted after thirty days. */
    test: z.boolean(),
    /** A picture of the first page. */
    thumbnailUrl: z.string(),
  })
  .meta({ id: 'DocumentSummary' });
export type DocumentSummary = z.infer<typeof documentSummary>;
export const documentList = z.array(documentSummary);

/** GET /api/documents/{id}: the document's own fields flat, plus recipients. */
export const documentDetail = documentSummary
  .extend({
    fileUrl: z.string(),
    fileName: z.string(),
    /** Counts up with every saved edit; edits carry the revision they were made on. */
    revision: z.number().int(),
    pages: z.array(pageSize),
    subject: z.string(),
    message: z.string(),
    signingOrder: z.enum(['parallel', 'sequential']),
    /** Null of a document that was sent before documents had formats: it prints dates in UTC as 'Nov 27, 2026'. */
    formats: formats.nullable(),
    /** Days until it expires, as it was sent, or as it is sent where the request names none; null: 30. */
    expirationDays: z.number().int().nullable(),
    reminders: reminderRule.nullable(),
    delegationAllowed: z.boolean(),
    baseSha256: z.string(),
    sealedSha256: z.string().nullable(),
    /** How far the sealed file proves its time, as it is given out now; null while there is none. */
    seal: z
      .object({
        level: z.enum(sealLevels),
        /** The earliest time that an authority confirms; null where that of the server's clock is all there is. */
        timestampedAt: instant.nullable(),
        /** Whether timestamps were put behind the file as it was sealed: its hash is that of the beginning then. */
        strengthened: z.boolean(),
      })
      .nullable(),
    /** On legal hold since then: nothing of it is deleted or erased. */
    heldAt: instant.nullable(),
    signatureFields: z.array(field),
    recipients: z.array(recipient),
    /** The form fields that the uploaded file had, to be taken over as fields; empty when it had none. */
    formFields: z.array(offeredField).optional(),
    /** Findings in the uploaded file, and what was done about each; the gravest first. */
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

export type { DocumentSort, DocumentSortKey } from '#core/document/status.ts';

const moment = z.iso.datetime({ offset: true });

/** Query of GET /api/documents. `cursor` is opaque, comes from the Link header and belongs to one `sort`. */
export const listDocumentsQuery = z.object({
  q: z.string().max(200).optional(),
  status: documentStatus.optional(),
  /** The id of the member who uploaded it. */
  owner: z.string().max(100).optional(),
  /** Part of a recipient's name or email address. */
  recipient: z.string().max(200).optional(),
  /** Created at or after, and before. */
  from: moment.optional(),
  to: moment.optional(),
  /** Documents directly in this folder; 'top': those in none. */
  folder: z.string().max(100).optional(),
  /** With `folder`: also what lies in the folders below. */
  nested: z.stringbool().optional(),
  /** The bin instead of the library; the latest deleted first, whatever `sort` says. */
  bin: z.stringbool().optional(),
  /** Test documents instead of real ones; to a test key there are no others. */
  test: z.stringbool().optional(),
  sort: z.enum(documentSorts as [DocumentSort, ...DocumentSort[]]).default('-created'),
  cursor: z.string().max(3000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** The text parts of the form of POST /api/documents/upload. Without a title it is the file's name. */
export const uploadForm = z.object({
  title: z.string().optional(),
  folderId: z.string().optional(),
  ...wordFileForm,
});
/** The text parts of the form of PUT /api/documents/{id}/file; with `confirm` fields may be lost. */
export const replaceFileForm = z.object({
  revision: z.string().optional(),
  confirm: z.enum(['true', 'false']).optional(),
  ...wordFileForm,
});

/** PUT /api/documents/{id}: the draft's title. */
export const renameBody = z.object({
  title: z.string().max(200),
  revision: z.number().int().optional(),
});

/** PATCH /api/documents/{id}: settings of the draft; what is left out stays as it is. */
export const changeDraftBody = z.strictObject({
  formats: formatsChange.optional(),
  revision: z.number().int().optional(),
});
export type ChangeDraftBody = z.input<typeof changeDraftBody>;

/** PUT /api/documents/{id}/fields: the whole list, bare or with the revision it was made on. */
export const putFieldsBody = z.union([
  z.array(fieldInput).max(2000),
  z.object({ fields: z.array(fieldInput).max(2000), revision: z.number().int().optional() }),
]);
export const putFieldsAnswer = z.object({ fields: z.array(field), revision: z.number().int() });

export const recipientInput = z
  .object({
    id: z.string().optional(),
    email: z.string().max(320),
    name: z.string().max(200).nullish(),
    role: z.enum(recipientRoles).default('signer'),
    order: z.number().int().min(1).max(1000).optional(),
    language: z.enum(languages).nullish(),
    /**
     * Given to the recipient outside of the product. Left out it stays as it was, null takes it away. A boolean is accepted
     * as it was read: whether there is a code.
     */
    accessCode: z.union([z.string().max(200), z.boolean()]).nullish(),
    /** Whether a one-time code by mail is asked for before the link opens. */
    mailCode: z.boolean().optional(),
    /** A passkey with the signature. Left out it stays as it was. */
    passkey: z.enum(passkeyRules).optional(),
    /** In the mails to this recipient, under the message for everybody. Left out it stays as it was. */
    message: z.string().max(2000).nullish(),
  })
  .meta({ id: 'RecipientInput' });
export type RecipientInput = z.input<typeof recipientInput>;

/** PUT /api/documents/{id}/recipients: the draft's recipients, bare or with the revision. */
export const putRecipientsBody = z.union([
  z.array(recipientInput).max(200),
  z.object({
    recipients: z.array(recipientInput).max(200),
    /**
     * Left out it follows the order numbers: different numbers are asked one after another, equal ones at the same time.
     * Without numbers it stays as it was.
     */
    signingOrder: z.enum(['parallel', 'sequential']).optional(),
    revision: z.number().int().optional(),
  }),
]);
export const putRecipientsAnswer = z.object({ recipients: z.array(recipient), revision: z.number().int() });

/**
 * POST /api/documents/{id}/send. Recipients may be repeated here; they are matched by e-mail and role. Settings that are
 * left out are those of the draft, which has them where it is a copy or made from a template.
 */
export const sendBody = z.object({
  recipients: z.array(recipientInput).max(200).optional(),
  subject: z.string().max(200).nullish(),
  message: z.string().max(5000).nullish(),
  expirationDays: z.unknown().optional(),
  /** 'parallel' asks everyone at the same time. Left out the order numbers decide, of the request or of the draft. */
  signingOrder: z.enum(['parallel', 'sequential']).optional(),
  /** Left out they are as the draft has them. */
  formats: formatsChange.optional(),
  reminders: reminderRule.nullish(),
  /** Whether recipients may pass their part on to somebody else, with a reason. */
  allowDelegation: z.boolean().optional(),
});
export type SendBody = z.input<typeof sendBody>;

/** POST /api/documents/{id}/mail-preview: who would have the mail, and the words of it as they are typed. */
export const mailPreviewBody = z.object({
  recipient: z.object({
    email: z.string().max(320),
    name: z.string().max(200),
    role: z.enum(recipientRoles),
    message: z.string().max(2000),
    language: z.enum(languages).optional(),
    /** A code is asked for before the document: then its mail shows nothing of it. */
    hasCode: z.boolean(),
  }),
  subject: z.string().max(200),
  message: z.string().max(5000),
  expirationDays: z.number(),
});
export type MailPreviewBody = z.input<typeof mailPreviewBody>;

/** `html` stands for itself: its pictures are in it, and its links lead nowhere. */
export const mailPreview = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
});
export type MailPreview = z.output<typeof mailPreview>;

/** PUT /api/documents/{id}/hold, POST /api/documents/{id}/recipients/{recipientId}/erase: why, for the trail. */
const because = z.strictObject({ reason: z.string().max(1000) });
export const holdBody = because;
export const eraseBody = because;

export const voidBody = z.object({ reason: z.string().max(1000) });

/** POST /api/documents/{id}/remind: everybody it waits for, or those of them who are named. */
export const remindBody = z.object({ recipientIds: z.array(z.string()).max(200).optional() }).nullish();

/** POST /api/documents/{id}/extend: so many days from now. */
export const extendBody = z.object({ days: z.number() });

/** POST /api/documents/{id}/recipients/{recipientId}/correct */
export const correctBody = z.object({ name: z.string().max(200), email: z.string().max(320) });

/** POST /api/documents/{id}/recipients/{recipientId}/access-code: a new one, or null for none. */
export const accessCodeBody = z.object({ accessCode: z.string().max(200).nullable() });

/** POST /api/documents/{id}/recipients/{recipientId}/hand-over and …/sign-myself: where to go on. */
export const signingAddress = z.object({ url: z.string() });

/** GET /api/documents/{id}/trail */
export const trailEvent = z.object({
  seq: z.number().int(),
  type: z.string(),
  occurredAt: instant,
  /** Who did it, as a person reads it; the operator's name, else 'Countersign', for the service itself. */
  actor: z.string(),
  /** The event's own facts: strings and numbers only. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  hash: z.string(),
});
export type TrailEventView = z.infer<typeof trailEvent>;
export const trailAnswer = z.object({
  events: z.array(trailEvent),
  /** The chain holds by itself, and every value is the one that was recorded. */
  intact: z.boolean(),
  /**
   * Whether it continues the trail inside the sealed file or the sealed record of how the document ended, and all rows are
   * those of the sealed evidence. Null while nothing is sealed, and false for a file that was sealed elsewhere.
   */
  sameAsSealed: z.boolean().nullable(),
  /** The file came in an archive and was sealed under a root that is not trusted here. Its own trail is only in the file. */
  sealedElsewhere: z.boolean(),
});

/** GET /api/documents/{id}/attachments: the files that recipients handed in; each is read under its field's id. */
export const attachmentFiles = z.array(
  z.object({
    fieldId: z.string(),
    recipientId: z.string(),
    name: z.string(),
    mediaType: z.string(),
    /** Bytes. */
    size: z.number().int(),
    sha256: z.string(),
  }),
);

/** The words and pictures under the fields of a draft, for its sender to see before it is sent. */
export const coversAnswer = z.object({
  covers: z.array(
    z.object({
      fieldId: z.string(),
      page: z.number().int(),
      over: z.enum(['text', 'picture', 'dark']),
      /** The words, where there are any. */
      text: z.string(),
      /** Whether the document is refused when it is sent so. */
      blocks: z.boolean(),
    }),
  ),
});
export type FieldCoverView = z.infer<typeof coversAnswer>['covers'][number];
