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
   * Subject of the emails, with {{title}} for the title of the document and {{sender}} for the name of its
   * sender. '' for the standard subject.
   */
  subject: z.string().max(200).optional(),
  /** '' for none. */
  message: z.string().max(5000).optional(),
  /** Days until a document expires. */
  expirationDays: z.number().int().min(expirationDays.least).max(expirationDays.most).optional(),
  /** Null for no automatic reminders. */
  reminders: reminderRule.nullable().optional(),
  signingOrder: z.enum(['parallel', 'sequential']).optional(),
  /** True if recipients may delegate to another person, with a reason. */
  allowDelegation: z.boolean().optional(),
  /** Language of new recipients. */
  language: z.enum(languages).optional(),
  /** False if senders deliver the links of new recipients. */
  sendEmail: z.boolean().optional(),
};

/** Settings of new documents of an account. Others are members of the account itself. */
export const accountDefaults = z.object(common).meta({ id: 'AccountDefaults' });

/** Settings of new documents in a folder. Absent ones come from the folder above, or else from the account. */
export const folderDefaults = z
  .object({
    ...common,
    /** How signers may sign; null for every kind. */
    signatureKinds: signatureKinds.optional(),
    /** Absent formats are inherited, each separately. */
    formats: formatsChange.optional(),
    /** Where signers return after signing; '' for none. Left out if the account no longer allows its website. */
    returnUrl: z.string().max(MAX_RETURN_URL_LENGTH).optional(),
    /** True if links that senders deliver need a code or a passkey. It cannot lift the rule of the account. */
    linksProtected: z.boolean().optional(),
  })
  .meta({ id: 'FolderDefaults' });
export type FolderDefaults = z.infer<typeof folderDefaults>;

/** GET /api/defaults */
const defaultsQuery = z.object({
  /** The folder of the document; by default the top level. */
  folder: z.string().max(100).optional(),
  /** The template of the document, whose folder is asked after the document's own. */
  template: z.string().max(100).optional(),
});

export const effectiveDefaults = z.object({
  values: folderDefaults,
  /** The folder or account that states each value, and each of the formats. */
  from: z.partialRecord(
    z.enum([...folderDefaults.keyof().options, ...formatsChange.keyof().options]),
    z.object({
      /** Null: the account. */
      folderId: z.string().nullable(),
      /** Empty for the account, and for a folder that is private to another member. */
      name: z.string(),
    }),
  ),
});
export type EffectiveDefaults = z.infer<typeof effectiveDefaults>;

export const defaultsRows = defineRoutes({
  readDefaults: {
    at: 'GET /api/defaults',
    summary: 'Get the settings of new documents in a folder, and where each comes from',
    caller: 'member',
    permission: 'folder.read',
    apiKey: 'live',
    query: defaultsQuery,
    answers: { 200: effectiveDefaults },
    refusals: ['not-found'],
  },
});
