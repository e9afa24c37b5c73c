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

/** This recipient's progress toward signing. */
/** `chosen-files`: gets only some of the files, which the answer lists; there are no pages to read. */
const ceremonyStates = [
  ...(['ready', 'waiting', 'signed', 'declined', 'viewing', 'paper', 'chosen-files'] as const),
] as const;

const draftValues = z
  .record(z.string().max(100), z.union([z.string().max(4000), z.boolean()]))
  .refine((values) => Object.keys(values).length <= 2000);

/** PUT /api/sign/{token}/draft: the values entered so far, by field. Signatures are not included. */
export const draftBody = z.object({ values: draftValues });
export type DraftBody = z.infer<typeof draftBody>;
export const draftAnswer = z.object({ savedAt: z.string() });
export type DraftAnswer = z.infer<typeof draftAnswer>;

/**
 * A field of another recipient, with its owner's name but never their address, and its value. `signed`: as
 * the sealed file will show it. `given`: prefilled by the sender, before the owner has signed. Until then the
 * owner's own entries are private.
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
  /** Null for a note or a strike, which the sender put on the page. */
  role: z.enum(recipientRoles).nullable(),
  state: z.enum(['empty', 'given', 'signed']),
  /** Text, 'true' for a tick, or the name of an uploaded file. */
  value: z.string(),
  /** Number of letter cells of a comb field; null for other fields. */
  cells: z.number().int().nullable(),
  /** How the text is printed. */
  look: valueLook,
  /** The texts of the line under a signature, longest first; empty without a signature or line. */
  lines: z.array(z.string()),
  /** The typeface of a typed signature. */
  typeface: z.enum(typefaces).nullable(),
  /** URL of the picture of a drawn signature. */
  pictureUrl: z.string().nullable(),
});

/** POST /api/sign/{token}/gate, inside a frame of another website. */
export const embeddedLink = z.object({ token: z.string() });

/** Query of GET /api/sign/{token}: the language chosen on the page; unknown values are ignored. */
export const readCeremonyQuery = z.object({ language: z.string().max(20).optional().catch(undefined) });

/** GET /api/sign/{token} */
export const ceremonyAnswer = z.object({
  document: z.object({
    id: z.string(),
    title: z.string(),
    status: documentStatus,
    sealing: z.boolean(),
    expirationDate: z.string().nullable(),
    completedAt: z.string().nullable(),
    sender: z.object({ name: z.string(), email: z.string() }),
    /** The branding of the sender's account, unverified. */
    brand: shownBrand.nullable(),
    message: z.string(),
    fileUrl: z.string(),
    downloadUrl: z.string().nullable(),
    /** URL of the sealed record of a document that was not completed, or was signed before its upload, once it exists. */
    recordUrl: z.string().nullable(),
    /** Digital signatures that the file had before: names and days from their certificates, not verified. */
    signedBefore: z.array(z.string()),
    pages: z.array(pageSize),
    /** The files of the document, if it was joined from several. */
    files: z.array(
      documentFile
        .pick({ id: true, title: true, kind: true, firstPage: true, pageCount: true })
        /** URL of its separate sealed PDF; null without one. */
        .extend({ sealedUrl: z.string().nullable() }),
    ),
    /** URL of a ZIP of the sealed file and the separate PDFs; null without them. */
    zipUrl: z.string().nullable(),
    /** URL of a certificate that is a separate sealed PDF; null without one. */
    certificateUrl: z.string().nullable(),
    /** True while the separate PDFs are being sealed. */
    filesSealing: z.boolean(),
    baseSha256: z.string(),
    /** The print formats of the pages; null for documents that were sent before documents had formats. */
    formats: formats.nullable(),
    /**
     * Hash of the people and the fields shown on this page. The client returns it when the page was opened,
     * and with the action.
     */
    shownSha256: z.string(),
    /**
     * Return URL chosen by the sender. Null until the recipient's signature is stored, or if the sender chose
     * none.
     */
    returnUrl: z.string().nullable(),
    /** The sender's words and https link for a visitor of a public form who has signed; null for others. */
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
    /** The texts of the line under their signature, longest first; empty if the document has none. */
    signatureLines: z.array(z.string()),
    /**
     * `in-person`: on the sender's device. `own-account`: the sender signs. `embedded`: inside a frame of an
     * application. `sender`: by a link that the sender delivered. `signed-in`: from ‘For you’, by a person who is
     * signed in with this confirmed address. `form`: in a public form, after the emailed code.
     */
    via: z.enum(['mail', 'in-person', 'own-account', 'embedded', 'sender', 'signed-in', 'form']),
    consentWithdrawn: z.boolean(),
  }),
  /** Other pending roles of the same person in this document, which can be completed in the same visit. */
  also: z.object({ role: z.enum(recipientRoles), url: z.string() }).nullable(),
  /**
   * The passkey rule set by the sender, and whether this mailbox has used a passkey here before; null if none
   * is requested.
   */
  passkey: z.object({ rule: z.enum(['offered', 'required']), known: z.boolean() }).nullable(),
  /** This recipient's fields in reading order. */
  fields: z.array(field),
  /**
   * The fields of recipients who signed earlier to which the rules of `fields` refer. `held`: the value; 'true'
   * for a tick, a mark or a file; null if the field was hidden.
   */
  earlier: z.array(
    field
      .pick({ id: true, type: true, label: true, properties: true })
      .extend({ held: z.string().nullable() }),
  ),
  /**
   * The fields of all others, so that nothing is added to a page without this recipient being able to see it.
   */
  others: z.array(otherBox),
  /** The day that the recipient's date fields print when they sign now, or printed if they have signed. */
  signingDay: z.object({
    /** `YYYY-MM-DD`, returned by the client with the action. */
    day: z.string(),
    /** The printed form. */
    text: z.string(),
    timeZone: z.string(),
    /** Start of the next day in that time zone; null if the recipient has signed. */
    endsAt: z.string().nullable(),
  }),
  /** Unsigned entries of an earlier visit, from this or another device. */
  draft: z
    .object({ values: z.record(z.string(), z.union([z.string(), z.boolean()])), savedAt: z.string() })
    .nullable(),
  /** The text to which the consent box refers, shown in full above it (L-03, L-04). */
  disclosure: z.object({
    version: z.string(),
    /** The language of this response, and the initial language of the page. */
    language: z.enum(languages),
    title: z.string(),
    edition: z.string(),
    blocks: z.array(z.object({ key: z.string(), title: z.string(), text: z.string() })),
  }),
});
export type CeremonyAnswer = z.infer<typeof ceremonyAnswer>;

/**
 * The signer page as HTML for `#root` of sign.html. The client build writes it to dist/first-view for the
 * server. Text from the document is escaped.
 */
export type FirstView = (
  token: string,
  answer: CeremonyAnswer,
  /** The name of the service, for the page title. */
  service: string,
) => Promise<{ language: string; direction: 'ltr' | 'rtl'; title: string; html: string }>;

/**
 * POST /api/sign/{token}/passkey: a passkey challenge, which is not stored. The passkey signs `challenge`,
 * and the client returns `nonce` with the assertion. `known`: passkeys that this mailbox used before.
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
 * POST /api/sign/{token}/opened. `shownSha256` is the value the page had; the request is refused if a name
 * changed since. Without it, the current page counts as shown.
 */
export const openedBody = z.object({ shownSha256 }).nullish();

/** POST /api/sign/{token}. The signature is either drawn (PNG data URL) or typed. Accepts Idempotency-Key. */
export const signBody = z.object({
  signatureData: z.string().max(1_000_000).nullish(),
  signatureText: z.string().max(200).nullish(),
  /** Whether the picture was drawn on the page or uploaded; if absent, it counts as uploaded. */
  signatureBy: z.enum(['draw', 'upload']).nullish(),
  typeface: z.enum(typefaces).nullish(),
  /** True if the signer used marks that they had saved in this browser. The evidence states it as the browser's claim. */
  savedInBrowser: z.boolean().optional(),
  initialsData: z.string().max(1_000_000).nullish(),
  initialsText: z.string().max(40).nullish(),
  initialsBy: z.enum(['draw', 'upload']).nullish(),
  consent: z.boolean().optional(),
  /** Ids of the files of kind `acknowledge` that the signer confirms to have read. All are required. */
  acknowledgedFiles: z.array(z.string().max(60)).max(MAX_FILES).optional(),
  /**
   * The version of the disclosure that was shown. An API client that omits it agrees to the current one it
   * retrieved.
   */
  disclosureVersion: z.string().max(40).nullish(),
  /**
   * See `opened`. Without it the signer is an API client, which retrieved this response and the file through
   * this link.
   */
  shownSha256,
  /**
   * `signingDay.day` as shown in date fields. If the day has changed, the action is refused and the page
   * shows the new day, so that no other day is ever printed. An API client that omits it prints the day of
   * the action.
   */
  signingDay: z.string().max(10).nullish(),
  passkey: passkeyConfirmation.nullish(),
  /** The language of the displayed disclosure. If absent, the recipient's language, or else the browser's. */
  locale: z.string().max(20).nullish(),
  /**
   * A JSON number has one reading. Text is parsed as people write numbers, and refused if it is ambiguous.
   */
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

/** POST /api/sign/{token}/decline */
export const declineBody = z.object({ reason: z.string().max(1000).nullish() });

/** POST /api/sign/{token}/check: whether a text value can be accepted and printed; 204 if so. */
export const checkValueBody = z.object({
  id: z.string(),
  value: z.union([z.string().max(4000), z.number()]),
});

/** GET /api/sign/{token}/marks/{fieldId}: `sha256` asks for one version of a picture that this recipient uploaded. */
export const markQuery = z.object({ sha256: z.string().optional() });

/**
 * POST /api/sign/{token}/attachments/{fieldId}: a file for an attachment field, or a picture. Its hash is the field's
 * value.
 */
export const attachmentAnswer = z.object({
  name: z.string(),
  mediaType: z.string(),
  /** In bytes. */
  size: z.number().int(),
  sha256: z.string(),
  /** Width in pixels of a printed picture. The other properties describe the picture as stored and sealed. */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});
export type AttachmentAnswer = z.infer<typeof attachmentAnswer>;

/** GET /api/sign/{token}/gate: the codes required before the document is shown. */
export const gateAnswer = z.object({
  /** True if this browser can open the document without further codes. */
  open: z.boolean(),
  sender: z.string(),
  /** The sender's confirmed address and the branding of their account; null if neither is shown. */
  brand: shownBrand.extend({ address: z.string() }).nullable(),
  accessCode: z.boolean(),
  mailCode: z.boolean(),
  /** The address to which the one-time code is sent, mostly masked. */
  sentTo: z.string().nullable(),
  /** True after too many failed access codes; only the sender can set a new one. */
  locked: z.boolean(),
});
export type GateAnswer = z.infer<typeof gateAnswer>;

/** POST /api/sign/{token}/gate. The response cookie opens the link in this browser. */
export const codesBody = z.object({
  accessCode: z.string().max(200).nullish(),
  mailCode: z.string().max(40).nullish(),
});

/** POST /api/sign/{token}/delegate */
export const delegateBody = z.object({
  name: z.string().max(200),
  email: z.string().max(320),
  reason: z.string().max(1000),
});

/** POST /api/sign/{token}/paper: requests to continue on paper; with `withdraw`, withdraws the consent. */
export const paperBody = z
  .object({ withdraw: z.boolean().optional(), note: z.string().max(1000).nullish() })
  .nullish();
