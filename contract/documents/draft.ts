import { z } from 'zod';
import { formatsChange } from '../formats.ts';
import { returnUrl } from '../return-url.ts';
import { readOnly } from '../strict.ts';
import { recipientInput, reminderRule } from './documents.ts';
import { fieldInput } from './field.ts';
import { mergeValues } from './one-call.ts';
import { referenceInput } from './reference.ts';
import { signatureKinds } from './signature-kinds.ts';
import { placeholder, wordFileForm } from './word-file.ts';

/**
 * PATCH /api/documents/{id}. Changes a draft. Omitted properties keep their values, and a list is replaced as a
 * whole. The reference of a document can be changed at any time.
 */
export const changeDraftBody = z.object({
  title: z.string().max(200).optional(),
  subject: z.string().max(200).optional(),
  message: z.string().max(5000).optional(),
  /** Number of days; null means 30. */
  expirationDays: z.number().int().nullish(),
  /** Null for no automatic reminders. */
  reminders: reminderRule.nullish(),
  allowDelegation: z.boolean().optional(),
  /** Null for the account's URL. */
  returnUrl,
  /** How signers may sign; null for the account's setting. */
  signatureKinds: signatureKinds.optional(),
  /** True to also seal each of several files as a separate PDF. */
  separateFiles: z.boolean().optional(),
  /** True to seal the certificate as a separate PDF. */
  separateCertificate: z.boolean().optional(),
  /** If omitted, the order numbers of `recipients` decide. */
  signingOrder: z.enum(['parallel', 'sequential']).optional(),
  formats: formatsChange.nullish(),
  recipients: z.array(recipientInput).max(200).optional(),
  signatureFields: z.array(fieldInput).max(2000).optional(),
  ...referenceInput,
  revision: z.number().int().optional(),
});
export type ChangeDraftBody = z.output<typeof changeDraftBody>;

/** PUT /api/documents/{id}. Like PATCH, but also accepts a whole document as it was read. */
export const putDraftBody = changeDraftBody.extend({
  title: z.string().max(200),
  ...readOnly(
    ...['id', 'status', 'sealedElsewhere', 'sealing', 'sealProblem', 'fileSize', 'pageCount', 'createdAt'],
    ...[
      'updatedAt',
      'sentAt',
      'completedAt',
      'expirationDate',
      'recipientCount',
      'actingCount',
      'actedCount',
    ],
    ...['fieldCount', 'people', 'waitingFor', 'declinedBy', 'folderId', 'ownerId', 'deletedAt', 'test'],
    ...['thumbnailUrl', 'fileUrl', 'fileName', 'pages', 'baseSha256', 'sealedSha256', 'seal', 'heldAt'],
    ...[
      'certificateSha256',
      'formFields',
      'suggestedFields',
      'fileNotes',
      'files',
      'values',
      'templateId',
      'templateVersion',
    ],
  ),
});

/** The placeholders of a draft's Word file; empty for other files. */
export const placeholdersAnswer = z.object({ placeholders: z.array(placeholder) });
/** POST /api/documents/{id}/fill. `confirm` allows fields to be removed. */
export const fillFileBody = z.object({
  values: mergeValues,
  revision: z.number().int().optional(),
  confirm: z.boolean().optional(),
  ...wordFileForm,
});
