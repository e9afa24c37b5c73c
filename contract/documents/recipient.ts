import { z } from 'zod';
import { passkeyRules } from '#core/ceremony/passkey.ts';
import { MAX_FILES } from '#core/document/files.ts';
import { languages } from '#core/language/language.ts';
import { deliveryStates, recipientRoles, recipientStatuses } from '#core/recipient/recipient.ts';
import { readOnly } from '../strict.ts';

/** Times are ISO 8601 in UTC. */
const instant = z.string();

/** Phone number as entered. It is neither verified nor printed. */
export const phone = z
  .string()
  .max(40)
  .regex(/^[+\d ()./-]*$/, 'it is not a phone number');

export const recipient = z
  .object({
    id: z.string(),
    /** Empty for a recipient without an email address. */
    email: z.string(),
    name: z.string(),
    /** False if the sender delivers the signing link. No invitation or reminder is then emailed. */
    sendEmail: z.boolean(),
    phone: z.string(),
    role: z.enum(recipientRoles),
    order: z.number().int(),
    /** Language of emails and initial language of the signing page; null if not set. */
    language: z.enum(languages).nullable(),
    status: z.enum(recipientStatuses),
    delivery: z.enum(deliveryStates),
    deliveryReply: z.string().nullable(),
    openedAt: instant.nullable(),
    actedAt: instant.nullable(),
    /** True if the document is currently waiting for this recipient. */
    awaited: z.boolean(),
    invitedAt: instant.nullable(),
    remindedAt: instant.nullable(),
    reminders: z.number().int(),
    /** Time of the next automatic reminder. */
    nextReminderAt: instant.nullable(),
    /**
     * Codes required to open the link: an access code shared outside the product, and an emailed one-time code.
     * `codeLocked` is true after too many failed attempts.
     */
    accessCode: z.boolean(),
    /**
     * True if the document is a copy and a new access code has to be set before sending, because access codes
     * are not copied.
     */
    accessCodeRequired: z.boolean(),
    mailCode: z.boolean(),
    codeLocked: z.boolean(),
    /** The passkey rule for the recipient's signature. */
    passkey: z.enum(passkeyRules),
    /** Ids of the files that a person who receives a copy gets; null for all files. */
    files: z.array(z.string()).nullable(),
    consentWithdrawn: z.boolean(),
    /** Time at which the recipient's personal data was erased. Name and address are then empty. */
    erasedAt: instant.nullable(),
    /** Message for this recipient only; can be empty. */
    message: z.string(),
  })
  .meta({ id: 'Recipient' });
export type RecipientView = z.infer<typeof recipient>;

/** Ids of some of the files; null for all files. */
export const chosenFiles = z.array(z.string().max(60)).max(MAX_FILES).nullable();

/** Address of a person in a request, and how their signing link is delivered. */
export const address = {
  /** Required unless `sendEmail` is false. The person then needs a name instead. */
  email: z.string().max(320).optional(),
  /** False if you deliver the signing link. Unchanged if omitted, and true for a new recipient. */
  sendEmail: z.boolean().optional(),
  /** For your own use when you deliver the link. Unchanged if omitted. */
  phone: phone.nullish(),
};

export const recipientInput = z
  .object({
    ...readOnly(
      ...['status', 'delivery', 'deliveryReply', 'openedAt', 'actedAt', 'awaited', 'invitedAt', 'remindedAt'],
      ...['reminders', 'nextReminderAt', 'accessCodeRequired', 'codeLocked', 'consentWithdrawn', 'erasedAt'],
    ),
    id: z.string().optional(),
    ...address,
    name: z.string().max(200).nullish(),
    role: z.enum(recipientRoles).default('signer'),
    order: z.number().int().min(1).max(1000).optional(),
    language: z.enum(languages).nullish(),
    /**
     * Shared with the recipient outside the product. Unchanged if omitted, removed if null. Also accepts the
     * boolean that GET returns, which says whether a code is set.
     */
    accessCode: z.union([z.string().max(200), z.boolean()]).nullish(),
    /** True if the link requires an emailed one-time code. */
    mailCode: z.boolean().optional(),
    /** Passkey confirmation with the signature. Unchanged if omitted. */
    passkey: z.enum(passkeyRules).optional(),
    /** Added to emails to this recipient, below the common message. Unchanged if omitted. */
    message: z.string().max(2000).nullish(),
    /**
     * For a person who receives a copy (`cc`), the ids of the files that they get. Each becomes a separate
     * sealed PDF without the other files. Null for all files. Unchanged if omitted.
     */
    files: chosenFiles.optional(),
  })
  .meta({ id: 'RecipientInput' });
export type RecipientInput = z.input<typeof recipientInput>;
