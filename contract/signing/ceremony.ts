import { z } from 'zod';
import { MAX_FILES } from '#core/document/files.ts';
import { typefaces } from '#core/ceremony/typeface.ts';
import { fieldTypes } from '#core/field/field.ts';
import { languages } from '#core/language/language.ts';
import { recipientRoles, recipientStatuses } from '#core/recipient/recipient.ts';
import { passkeyAnswer } from '../accounts/security.ts';
import { documentStatus, pageSize } from '../documents/documents.ts';
import { documentFile } from '../documents/files.ts';
import { field } from '../documents/field.ts';
import { signatureKinds } from '../documents/signature-kinds.ts';
import { formats, valueLook } from '../formats.ts';
import { shownBrand } from '../messages/branding.ts';

/**
 * Where this recipient is in the signing process. `chosen-files`: the recipient gets only some of the files, which the response lists, and there are no pages to
 * read.
 */
const ceremonyStates = [
  ...(['ready', 'waiting', 'signed', 'declined', 'viewing', 'paper', 'chosen-files'] as const),
] as const;

const draftValues = z
  .record(z.string().max(100), z.union([z.string().max(4000), z.boolean()]))
  .refine((values) => Object.keys(values).length <= 2000);

/** PUT /api/sign/{token}/draft. The values entered so far by field. Signatures are not included. */
export const draftBody = z.object({ values: draftValues });
export type DraftBody = z.infer<typeof draftBody>;
export const draftAnswer = z.object({ savedAt: z.string() });
export type DraftAnswer = z.infer<typeof draftAnswer>;

/**
 * A field of another recipient, with its owner's name but not their address, and its value. `signed`: the value
 * as the sealed file will show it. `given`: the value prefilled by the sender before the owner has signed. Until
 * then, the owner's own entries are private.
 */
const otherBox = z.object({
  id: z.string(),
  type: z.enum(fieldTypes),
  page: z.number().int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  name: z.string(),
  /** Null for a note or a strike, which belongs to the sender. */
  role: z.enum(recipientRoles).nullable(),
  state: z.enum(['empty', 'given', 'signed']),
  /** Text, 'true' for a tick, or the name of an uploaded file. */
  value: z.string(),
  /** Number of letter cells of a comb field; null for other fields. */
  cells: z.number().int().nullable(),
  /** How the text is printed. */
  look: valueLook,
  /** Texts of the line below a signature, longest first; empty without a signature or line. */
  lines: z.array(z.string()),
  /** Typeface of a typed signature. */
  typeface: z.enum(typefaces).nullable(),
  /** URL of the picture of a drawn signature. */
  pictureUrl: z.string().nullable(),
});

/** POST /api/sign/{token}/gate inside another website's frame. */
export const embeddedLink = z.object({ token: z.string() });

/** Query of GET /api/sign/{token}. The language chosen on the page. Unknown values are ignored. */
export const readCeremonyQuery = z.object({ language: z.string().max(20).optional().catch(undefined) });

/** Response of GET /api/sign/{token}. */
export const ceremonyAnswer = z.object({
  document: z.object({
    id: z.string(),
    title: z.string(),
    status: documentStatus,
    sealing: z.boolean(),
    expirationDate: z.string().nullable(),
    completedAt: z.string().nullable(),
    sender: z.object({ name: z.string(), email: z.string() }),
    /** Branding of the sender's account, which is not verified. */
    brand: shownBrand.nullable(),
    message: z.string(),
    fileUrl: z.string(),
    downloadUrl: z.string().nullable(),
    /**
     * URL of the sealed record, once it exists, for a document that was not completed or that was signed before
     * its upload.
     */
    recordUrl: z.string().nullable(),
    /**
     * Digital signatures that the file already had, as names and dates from their certificates, not verified.
     */
    signedBefore: z.array(z.string()),
    pages: z.array(pageSize),
    /** The files of the document if it was joined from several files. */
    files: z.array(
      documentFile
        .pick({ id: true, title: true, kind: true, firstPage: true, pageCount: true })
        /** URL of the file's separate sealed PDF; null if there is none. */
        .extend({ sealedUrl: z.string().nullable() }),
    ),
    /** URL of a ZIP file with the sealed file and the separate PDFs; null if there are none. */
    zipUrl: z.string().nullable(),
    /** URL of the certificate if it is a separate sealed PDF; otherwise null. */
    certificateUrl: z.string().nullable(),
    /** True while the separate PDFs are being sealed. */
    filesSealing: z.boolean(),
    baseSha256: z.string(),
    /** Print formats of the pages; null for documents that were sent before documents had formats. */
    formats: formats.nullable(),
    /**
     * Hash of the people and fields shown on this page. The client returns it when the page is opened, and with
     * the action.
     */
    shownSha256: z.string(),
    /**
     * Return URL chosen by the sender. Null until the recipient's signature is stored, or if the sender chose
     * none.
     */
    returnUrl: z.string().nullable(),
    /** Text and https link from the sender for a visitor of a public form who has signed; null for others. */
    thanks: z.object({ text: z.string(), link: z.string() }).nullable(),
    /** True if this recipient may delegate. */
    delegationAllowed: z.boolean(),
    signatureKinds,
  }),
  recipient: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(recipientRoles),
    status: z.enum(recipientStatuses),
    state: z.enum(ceremonyStates),
    signedAt: z.string().nullable(),
    /**
     * Texts of the line below the recipient's signature, longest first; empty if the document has no such line.
     */
    signatureLines: z.array(z.string()),
    /**
     * `in-person`: on the sender's device. `own-account`: the sender signs. `embedded`: inside a frame of an
     * application. `sender`: by a link that the sender delivered. `signed-in`: from ‘For you’, by a person who is
     * signed in with this confirmed address. `form`: in a public form, after the emailed code. `counter`: likewise,
     * on a device that many visitors use.
     */
    via: z.enum(['mail', 'in-person', 'own-account', 'embedded', 'sender', 'signed-in', 'form', 'counter']),
    consentWithdrawn: z.boolean(),
  }),
  /** Another pending role of the same person in this document, which can be completed in the same visit. */
  also: z.object({ role: z.enum(recipientRoles), url: z.string() }).nullable(),
  /**
   * Passkey rule set by the sender, and whether this mailbox has used a passkey here before; null if none is
   * requested.
   */
  passkey: z.object({ rule: z.enum(['offered', 'required']), known: z.boolean() }).nullable(),
  /** This recipient's fields in reading order. */
  fields: z.array(field),
  /**
   * Fields of recipients who have already signed that the rules of `fields` refer to. `held` is the value,
   * 'true' for a tick, a signature or a file, and null if the field was hidden.
   */
  earlier: z.array(
    field
      .pick({ id: true, type: true, label: true, properties: true })
      .extend({ held: z.string().nullable() }),
  ),
  /**
   * The fields of all other recipients, so that nothing can be added to a page without this recipient seeing it.
   */
  others: z.array(otherBox),
  /** The day that the recipient's date fields print if they sign now, or that was printed when they signed. */
  signingDay: z.object({
    /** The day as `YYYY-MM-DD`, which the client returns with the action. */
    day: z.string(),
    /** The printed form. */
    text: z.string(),
    timeZone: z.string(),
    /** Start of the next day in that time zone; null if the recipient has signed. */
    endsAt: z.string().nullable(),
  }),
  /** Unsigned entries from an earlier visit, on this or another device. */
  draft: z
    .object({ values: z.record(z.string(), z.union([z.string(), z.boolean()])), savedAt: z.string() })
    .nullable(),
  /** The text that the consent box refers to, shown in full above it (L-03, L-04). */
  disclosure: z.object({
    version: z.string(),
    /** Language of this response, and initial language of the page. */
    language: z.enum(languages),
    title: z.string(),
    edition: z.string(),
    blocks: z.array(z.object({ key: z.string(), title: z.string(), text: z.string() })),
  }),
});
export type CeremonyAnswer = z.infer<typeof ceremonyAnswer>;

/**
 * Renders the signing page as HTML for `#root` of sign.html. The client build writes this function to
 * dist/first-view for the server. Text from the document is escaped.
 */
export type FirstView = (
  token: string,
  answer: CeremonyAnswer,
  /** Name of the service, for the page title. */
  service: string,
) => Promise<{ language: string; direction: 'ltr' | 'rtl'; title: string; html: string }>;

/**
 * POST /api/sign/{token}/passkey. A passkey challenge, which is not stored. The passkey signs `challenge`, and
 * the client returns `nonce` with the assertion. `known` lists passkeys that this mailbox has used before.
 */
export const passkeyQuestion = z.object({
  nonce: z.string(),
  challenge: z.string(),
  rpId: z.string(),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  known: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
});
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>;

/** The passkey's assertion for the challenge and, for a new passkey, the response that created it. */
const passkeyConfirmation = z.object({
  nonce: z.string().max(200),
  registration: passkeyAnswer.nullish(),
  assertion: passkeyAnswer,
});
export type PasskeyConfirmation = z.infer<typeof passkeyConfirmation>;

const shownSha256 = z.string().max(64).nullish();

/**
 * POST /api/sign/{token}/opened. `shownSha256` is the value from the page. The request is refused if a name has
 * changed since. Without it, the current page counts as shown.
 */
export const openedBody = z.object({ shownSha256 }).nullish();

/** POST /api/sign/{token}. The signature is drawn (PNG data URL) or typed. Accepts Idempotency-Key. */
export const signBody = z.object({
  signatureData: z.string().max(1_000_000).nullish(),
  signatureText: z.string().max(200).nullish(),
  /** Whether the picture was drawn on the page or uploaded. Defaults to uploaded. */
  signatureBy: z.enum(['draw', 'upload']).nullish(),
  typeface: z.enum(typefaces).nullish(),
  /**
   * True if the signer used a signature or initials saved in this browser. The evidence records this as the
   * browser's claim.
   */
  savedInBrowser: z.boolean().optional(),
  initialsData: z.string().max(1_000_000).nullish(),
  initialsText: z.string().max(40).nullish(),
  initialsBy: z.enum(['draw', 'upload']).nullish(),
  consent: z.boolean().optional(),
  /** Ids of the files of kind `acknowledge` that the signer confirms to have read. All of them are required. */
  acknowledgedFiles: z.array(z.string().max(60)).max(MAX_FILES).optional(),
  /**
   * Version of the disclosure that was shown. An API client that omits it agrees to the current version that it
   * retrieved.
   */
  disclosureVersion: z.string().max(40).nullish(),
  /**
   * See `opened`. If omitted, the signer is an API client that retrieved this response and the file through this
   * link.
   */
  shownSha256,
  /**
   * `signingDay.day` as shown in date fields. If the day has changed, the action is refused and the page shows
   * the new day, so that no other day is ever printed. If an API client omits it, the day of the action is
   * printed.
   */
  signingDay: z.string().max(10).nullish(),
  passkey: passkeyConfirmation.nullish(),
  /** Language of the displayed disclosure. Defaults to the recipient's language, or else the browser's. */
  locale: z.string().max(20).nullish(),
  /** A JSON number is unambiguous. Text is parsed as people write numbers, and is refused if it is ambiguous. */
  fields: z
    .array(z.object({ id: z.string(), value: z.union([z.string().max(4000), z.boolean(), z.number()]) }))
    .max(2000)
    .optional(),
});
export type SignBody = z.input<typeof signBody>;

export const signAnswer = z.object({
  document: z.object({ id: z.string(), title: z.string(), status: documentStatus, sealing: z.boolean() }),
  recipient: z.object({ id: z.string(), status: z.enum(recipientStatuses), signedAt: z.string() }),
});
export type SignAnswer = z.infer<typeof signAnswer>;

/** Body of POST /api/sign/{token}/decline. */
export const declineBody = z.object({ reason: z.string().max(1000).nullish() });

/**
 * POST /api/sign/{token}/check. Checks whether a text value can be accepted and printed. Returns 204 if it can.
 */
export const checkValueBody = z.object({
  id: z.string(),
  value: z.union([z.string().max(4000), z.number()]),
});

/**
 * GET /api/sign/{token}/marks/{fieldId}. `sha256` selects one version of a picture that this recipient uploaded.
 */
export const markQuery = z.object({ sha256: z.string().optional() });

/**
 * POST /api/sign/{token}/attachments/{fieldId}. A file for an attachment field, or a picture. Its hash is the
 * field's value.
 */
export const attachmentAnswer = z.object({
  name: z.string(),
  mediaType: z.string(),
  /** Size in bytes. */
  size: z.number().int(),
  sha256: z.string(),
  /**
   * Width in pixels of a printed picture. The other properties describe the picture as it is stored and sealed.
   */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});
export type AttachmentAnswer = z.infer<typeof attachmentAnswer>;

/** GET /api/sign/{token}/gate. The codes required before the document is shown. */
export const gateAnswer = z.object({
  /** True if this browser can open the document without further codes. */
  open: z.boolean(),
  sender: z.string(),
  /** The sender's confirmed address and their account's branding; null if neither is shown. */
  brand: shownBrand.extend({ address: z.string() }).nullable(),
  accessCode: z.boolean(),
  mailCode: z.boolean(),
  /** Address that the one-time code is sent to, mostly masked. */
  sentTo: z.string().nullable(),
  /** True after too many failed access codes. Only the sender can then set a new one. */
  locked: z.boolean(),
});
export type GateAnswer = z.infer<typeof gateAnswer>;

/** POST /api/sign/{token}/gate. The response sets a cookie that opens the link in this browser. */
export const codesBody = z.object({
  accessCode: z.string().max(200).nullish(),
  mailCode: z.string().max(40).nullish(),
});

/** Body of POST /api/sign/{token}/delegate. */
export const delegateBody = z.object({
  name: z.string().max(200),
  email: z.string().max(320),
  reason: z.string().max(1000),
});

/** POST /api/sign/{token}/paper. Requests to continue on paper, or withdraws the consent with `withdraw`. */
export const paperBody = z
  .object({ withdraw: z.boolean().optional(), note: z.string().max(1000).nullish() })
  .nullish();
