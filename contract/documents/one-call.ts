import { z } from 'zod';
import { passkeyRules } from '#core/ceremony/passkey.ts';
import { fileNoteCodes } from '#core/document/file-note.ts';
import { fieldTypes } from '#core/field/field.ts';
import { MAX_PROPERTY_LENGTH } from '#core/field/properties.ts';
import { languages } from '#core/language/language.ts';
import { MAX_LIST_ROWS } from '#core/template/template.ts';
import { deliveryStates, recipientRoles, recipientStatuses } from '#core/recipient/recipient.ts';
import { formats, formatsChange } from '../formats.ts';
import { returnUrl } from '../return-url.ts';
import { documentStatus, reminderRule } from './documents.ts';
import { address } from './recipient.ts';
import { lines } from './field.ts';
import { reference, referenceInput } from './reference.ts';
import { signatureKinds } from './signature-kinds.ts';

const plainValue = z.union([lines(MAX_PROPERTY_LENGTH.value), z.number(), z.boolean()]);

/**
 * Initial values by the name, label or id of a field, or by the name of a button group. A checkbox takes true or
 * false. A JSON number is unambiguous, but a text such as '1.234' may have two readings and is then refused.
 * Dates are written as `2026-11-27`, or in the document's date format.
 */
export const namedValues = z.record(z.string().max(200), plainValue);

/** The value of a placeholder. A list takes an array with one object per row. */
export const mergeValue = z.union([plainValue, z.array(namedValues).max(MAX_LIST_ROWS)]);

/** Like `namedValues`, but placeholders of a Word file can also be lists. */
export const mergeValues = z.record(z.string().max(200), mergeValue);

/**
 * Settings of a document and its emails. Omitted settings come from the template, or else from the document's
 * folder, the template's folder and the account, in this order.
 */
export const terms = {
  title: z.string().max(1000).nullish(),
  subject: z.string().max(200).nullish(),
  message: z.string().max(5000).nullish(),
  /** Number of days until the document expires, a whole number from 1 to 365. */
  expirationDays: z.number().nullish(),
  /** Null for no automatic reminders. */
  reminders: reminderRule.nullish(),
  /** True if recipients may delegate to another person, with a reason. */
  allowDelegation: z.boolean().optional(),
  returnUrl,
  /** How signers may sign; null for the account's setting. */
  signatureKinds: signatureKinds.optional(),
  /** True to also seal each of several files as a separate PDF. */
  separateFiles: z.boolean().optional(),
  /** True to seal the certificate as a separate PDF. */
  separateCertificate: z.boolean().optional(),
  /**
   * If omitted, the order numbers decide: recipients with different numbers act one after another, those with
   * equal numbers in parallel.
   */
  signingOrder: z.enum(['parallel', 'sequential']).optional(),
  /** Print formats for dates and numbers. */
  formats: formatsChange.optional(),
  /** The folder of the document; by default the top level. */
  folderId: z.string().max(100).nullish(),
  ...referenceInput,
};

/** A person in a document, and how they are asked to sign. */
export const person = {
  ...address,
  name: z.string().max(200).nullish(),
  order: z.number().int().min(1).max(1000).optional(),
  language: z.enum(languages).nullish(),
  /** Shared with the recipient outside the product. */
  accessCode: z.string().max(200).nullish(),
  /** True if the link requires an emailed one-time code. */
  mailCode: z.boolean().optional(),
  passkey: z.enum(passkeyRules).optional(),
  /** Added to emails to this recipient, below the common message. */
  message: z.string().max(2000).nullish(),
  /** Initial values of this person's fields. */
  values: namedValues.optional(),
};

/** `check=true` runs all checks for sending, but stores nothing and sends no emails. */
export const checkQuery = z.object({ check: z.stringbool().optional() });

const sentField = z.object({
  type: z.enum(fieldTypes),
  label: z.string(),
  page: z.number().int(),
  required: z.boolean(),
  readOnly: z.boolean(),
  /** Initial value for the recipient; null if it is empty. */
  value: z.string().nullable(),
  /** The printed value. */
  printed: z.string().nullable(),
});

const sentRecipient = z.object({
  email: z.string(),
  name: z.string(),
  sendEmail: z.boolean(),
  phone: z.string(),
  role: z.enum(recipientRoles),
  /** Name of the template role that this person takes. */
  templateRole: z.string().nullable(),
  order: z.number().int(),
  language: z.enum(languages).nullable(),
  /** True if the document is waiting for this recipient. False if it is not yet their turn. */
  awaited: z.boolean(),
});

const sentMembers = z.object({
  title: z.string(),
  test: z.boolean(),
  folderId: z.string().nullable(),
  ...reference,
  pageCount: z.number().int(),
  subject: z.string(),
  message: z.string(),
  signingOrder: z.enum(['parallel', 'sequential']),
  /** Time in ISO 8601 in UTC. */
  expirationDate: z.string().nullable(),
  reminders: reminderRule.nullable(),
  allowDelegation: z.boolean(),
  returnUrl: z.string().nullable(),
  /** How signers may sign; null for every kind. */
  signatureKinds,
  separateFiles: z.boolean(),
  separateCertificate: z.boolean(),
  formats: formats.nullable(),
  /** Notes on the file with the affected pages. */
  fileNotes: z.array(
    z.object({ code: z.enum(fileNoteCodes), pages: z.array(z.number().int()), words: z.array(z.string()) }),
  ),
});

/** The document that the request prepared and sent. */
export const sentDocument = sentMembers
  .extend({
    id: z.string(),
    status: documentStatus,
    recipients: z.array(
      sentRecipient.extend({
        id: z.string(),
        status: z.enum(recipientStatuses),
        delivery: z.enum(deliveryStates),
        /**
         * Signing link of a person with `sendEmail` false whose turn it is; null for others. No later response
         * contains it.
         */
        link: z.string().nullable(),
        fields: z.array(sentField.extend({ id: z.string() })),
      }),
    ),
  })
  .meta({ id: 'SentDocument' });
export type SentDocumentView = z.infer<typeof sentDocument>;

/** The document that the same request would send without `check`. */
export const sendCheck = sentMembers
  .extend({ recipients: z.array(sentRecipient.extend({ fields: z.array(sentField) })) })
  .meta({ id: 'SendCheck' });
export type SendCheckView = z.infer<typeof sendCheck>;
