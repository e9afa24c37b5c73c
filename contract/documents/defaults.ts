import { z } from 'zod';
import { expirationDays } from '#core/document/sending-terms.ts';
import { languages } from '#core/language/language.ts';
import { formatsChange } from '../formats.ts';
import { MAX_RETURN_URL_LENGTH } from '../return-url.ts';
import { defineRoutes } from '../route.ts';
import { reminderRule } from './documents.ts';
import { signatureKinds } from './signature-kinds.ts';

const common = {
  /**
   * Email subject, with {{title}} for the document's title and {{sender}} for the sender's name; '' for the
   * standard subject.
   */
  subject: z.string().max(200).optional(),
  /** Empty for no message. */
  message: z.string().max(5000).optional(),
  /** Number of days until a document expires. */
  expirationDays: z.number().int().min(expirationDays.least).max(expirationDays.most).optional(),
  /** Null for no automatic reminders. */
  reminders: reminderRule.nullable().optional(),
  signingOrder: z.enum(['parallel', 'sequential']).optional(),
  /** True if recipients may delegate to another person, with a reason. */
  allowDelegation: z.boolean().optional(),
  /** Language for new recipients. */
  language: z.enum(languages).optional(),
  /** False if senders deliver the links to new recipients. */
  sendEmail: z.boolean().optional(),
};

/** Default settings for an account's new documents. Other defaults are properties of the account itself. */
export const accountDefaults = z.object(common).meta({ id: 'AccountDefaults' });

/**
 * Settings for new documents in a folder. Omitted ones come from the parent folder, or else from the account.
 */
export const folderDefaults = z
  .object({
    ...common,
    /** How signers may sign; null for every kind. */
    signatureKinds: signatureKinds.optional(),
    /** Omitted formats are inherited individually. */
    formats: formatsChange.optional(),
    /**
     * URL that signers return to after signing; '' for none. Omitted if the account no longer allows the
     * website.
     */
    returnUrl: z.string().max(MAX_RETURN_URL_LENGTH).optional(),
    /**
     * True if links that senders deliver must be protected by a code or a passkey. False cannot override the
     * account's rule.
     */
    linksProtected: z.boolean().optional(),
  })
  .meta({ id: 'FolderDefaults' });
export type FolderDefaults = z.infer<typeof folderDefaults>;

/** Query of GET /api/defaults. */
const defaultsQuery = z.object({
  /** The folder of the document; by default the top level. */
  folder: z.string().max(100).optional(),
  /** The template of the document. Its folder is used after the document's own folder. */
  template: z.string().max(100).optional(),
});

export const effectiveDefaults = z.object({
  values: folderDefaults,
  /** The folder or account that sets each value, with a separate entry for each format. */
  from: z.partialRecord(
    z.enum([...folderDefaults.keyof().options, ...formatsChange.keyof().options]),
    z.object({
      /** Null for the account. */
      folderId: z.string().nullable(),
      /** Empty for the account, and for another member's private folder. */
      name: z.string(),
    }),
  ),
});
export type EffectiveDefaults = z.infer<typeof effectiveDefaults>;

export const defaultsRows = defineRoutes({
  readDefaults: {
    at: 'GET /api/defaults',
    summary: 'Get the settings of new documents in a folder, and where each one comes from',
    caller: 'member',
    permission: 'folder.read',
    apiKey: 'live',
    query: defaultsQuery,
    answers: { 200: effectiveDefaults },
    refusals: ['not-found'],
  },
});
