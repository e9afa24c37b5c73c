import { z } from 'zod';
import { typefaces } from '#core/ceremony/typeface.ts';
import { languages } from '#core/language/language.ts';
import { recipientRoles, recipientStatuses } from '#core/recipient/recipient.ts';
import { documentStatus, pageSize } from './documents.ts';
import { shownBrand } from './brand.ts';
import { fieldTypes } from '#core/field/field.ts';
import { field } from './field.ts';
import { formats } from './formats.ts';
import { passkeyAnswer } from './security.ts';

/** How far this recipient is from signing. */
const ceremonyStates = ['ready', 'waiting', 'signed', 'declined', 'viewing', 'paper'] as const;

const draftValues = z
  .record(z.string().max(100), z.union([z.string().max(4000), z.boolean()]))
  .refine((values) => Object.keys(values).length <= 2000);

/** PUT /api/sign/{token}/draft: what is entered so far, by field. Signatures are not part of it. */
export const draftBody = z.object({ values: draftValues });
export type DraftBody = z.infer<typeof draftBody>;
export const draftAnswer = z.object({ savedAt: z.string() });
export type DraftAnswer = z.infer<typeof draftAnswer>;

/**
 * A box of somebody else's: whose it is, never their address, and what stands in it. `signed`: as the sealed file will
 * show it; `given`: by the sender, before its owner has signed; what its owner enters until then is theirs alone.
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
  role: z.enum(recipientRoles),
  state: z.enum(['empty', 'given', 'signed']),
  /** Text; 'true' for a tick; of a file that was handed in its name. */
  value: z.string(),
  /** The cells that the letters stand in, where the box has some. */
  cells: z.number().int().nullable(),
  /** The hand of a typed signature. */
  typeface: z.enum(typefaces).nullable(),
  /** Where the picture of a drawn one is. */
  pictureUrl: z.string().nullable(),
});

/** POST /api/sign/{token}/gate, in a frame of another website. */
export const carriedLink = z.object({ token: z.string() });

/** Query of GET /api/sign/{token}: chosen on the page; anything unknown is as good as none. */
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
    /** How the sender's account shows itself: its own claim. */
    brand: shownBrand.nullable(),
    message: z.string(),
    fileUrl: z.string(),
    downloadUrl: z.string().nullable(),
    /** The sealed record of one that was not completed, once it is there. */
    recordUrl: z.string().nullable(),
    pages: z.array(pageSize),
    baseSha256: z.string(),
    /** How values are printed on the pages; null for documents that were sent before documents had formats. */
    formats: formats.nullable(),
    /** The hash of who is named on this page and what is asked for: given back when it was opened, and with the act. */
    shownSha256: z.string(),
    /** Whether this recipient may pass their part on to somebody else. */
    delegationAllowed: z.boolean(),
  }),
  recipient: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(recipientRoles),
    status: z.enum(recipientStatuses),
    state: z.enum(ceremonyStates),
    signedAt: z.string().nullable(),
    /** `in-person`: on the sender's device; `own-account`: the sender signs; `embedded`: in a frame of an application. */
    via: z.enum(['mail', 'in-person', 'own-account', 'embedded']),
    consentWithdrawn: z.boolean(),
  }),
  /** Further roles of the same person that wait in this document: done in the same visit. */
  also: z.object({ role: z.enum(recipientRoles), url: z.string() }).nullable(),
  /** Whether the sender asks for a passkey, and whether this mailbox has used one here before; null: not asked for. */
  passkey: z.object({ rule: z.enum(['offered', 'required']), known: z.boolean() }).nullable(),
  /** This recipient's own fields, in reading order. */
  fields: z.array(field),
  /** Everybody else's, so that nothing comes onto the page that this recipient could not know of. */
  others: z.array(otherBox),
  /** The day that the recipient's date fields print when they sign now; of one who has signed, the day they print. */
  signingDay: z.object({
    /** `YYYY-MM-DD`, given back with the act. */
    day: z.string(),
    /** As it will be printed. */
    text: z.string(),
    timeZone: z.string(),
    /** When the next day begins there; null of one who has signed. */
    endsAt: z.string().nullable(),
  }),
  /** Entries of an earlier visit, on this device or another one, that are not yet signed. */
  draft: z
    .object({ values: z.record(z.string(), z.union([z.string(), z.boolean()])), savedAt: z.string() })
    .nullable(),
  /** The words that the consent box stands for, shown in full above it (L-03, L-04). */
  disclosure: z.object({
    version: z.string(),
    /** In which all of this is, and in which the page begins. */
    language: z.enum(languages),
    title: z.string(),
    edition: z.string(),
    blocks: z.array(z.object({ key: z.string(), title: z.string(), text: z.string() })),
  }),
});
export type CeremonyAnswer = z.infer<typeof ceremonyAnswer>;

/**
 * The signer page as HTML, for `#root` of sign.html: what the client's build leaves in dist/first-view for the
 * server. The document's words in it are escaped.
 */
export type FirstView = (
  token: string,
  answer: CeremonyAnswer,
  /** The name of the service, for the page's title. */
  service: string,
) => Promise<{ language: string; direction: 'ltr' | 'rtl'; title: string; html: string }>;

/**
 * POST /api/sign/{token}/passkey: a question for a passkey; nothing is kept of it. `challenge` goes to the passkey,
 * `nonce` comes back with its answer. `known`: those that this mailbox has used before.
 */
export const passkeyQuestion = z.object({
  nonce: z.string(),
  challenge: z.string(),
  rpId: z.string(),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  known: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
});
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>;

/** The passkey's assertion over the question, and for a new passkey the answer by which it was made. */
const passkeyConfirmation = z.object({
  nonce: z.string().max(200),
  registration: passkeyAnswer.nullish(),
  assertion: passkeyAnswer,
});
export type PasskeyConfirmation = z.infer<typeof passkeyConfirmation>;

const shownSha256 = z.string().max(64).nullish();

/**
 * POST /api/sign/{token}/opened. `shownSha256` as the page had it: refused when a name has changed since; absent: the
 * page of today is taken to have been shown.
 */
export const openedBody = z.object({ shownSha256 }).nullish();

/** POST /api/sign/{token}. Either a drawn signature (PNG data URL) or a typed one. Accepts Idempotency-Key. */
export const signBody = z.object({
  signatureData: z.string().max(1_000_000).nullish(),
  signatureText: z.string().max(200).nullish(),
  typeface: z.enum(typefaces).nullish(),
  initialsData: z.string().max(1_000_000).nullish(),
  initialsText: z.string().max(40).nullish(),
  consent: z.boolean().optional(),
  /** The version of the disclosure that was shown. A program may leave it out and agrees to the current one it retrieved. */
  disclosureVersion: z.string().max(40).nullish(),
  /** As for `opened`. Absent, a program signs: it has retrieved this answer and the file by this link. */
  shownSha256,
  /**
   * `signingDay.day` as the page showed it in date fields: another day is never printed, the act is refused and the page
   * shows the new one. A program that leaves it out prints the day of the act.
   */
  signingDay: z.string().max(10).nullish(),
  passkey: passkeyConfirmation.nullish(),
  /** The language in which the disclosure was shown; absent: the recipient's, else the browser's. */
  locale: z.string().max(20).nullish(),
  /** A number of JSON has one reading; a text is read as people write numbers, and refused when it could be two. */
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

/** POST /api/sign/{token}/check: whether one written value can be taken and printed; 204 when it can. */
export const checkValueBody = z.object({
  id: z.string(),
  value: z.union([z.string().max(4000), z.number()]),
});

/** POST /api/sign/{token}/attachments/{fieldId}: a file for an attachment field. Its hash is the field's value. */
export const attachmentAnswer = z.object({
  name: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.number().int(),
  sha256: z.string(),
});
export type AttachmentAnswer = z.infer<typeof attachmentAnswer>;

/** GET /api/sign/{token}/gate: which codes are asked for before the document is shown. */
export const gateAnswer = z.object({
  /** True when nothing stands before the document, in this browser. */
  open: z.boolean(),
  sender: z.string(),
  /** The sender's address, which they have confirmed, and how their account shows itself; null: not at all. */
  brand: shownBrand.extend({ address: z.string() }).nullable(),
  accessCode: z.boolean(),
  mailCode: z.boolean(),
  /** The address the one-time code goes to, mostly hidden. */
  sentTo: z.string().nullable(),
  /** True when the access code was wrong too often: only the sender can set a new one. */
  locked: z.boolean(),
});
export type GateAnswer = z.infer<typeof gateAnswer>;

/** POST /api/sign/{token}/gate. The answer's cookie opens the link in this browser. */
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

/** POST /api/sign/{token}/paper: on paper, please; or, with `withdraw`, the consent is taken back. */
export const paperBody = z
  .object({ withdraw: z.boolean().optional(), note: z.string().max(1000).nullish() })
  .nullish();
