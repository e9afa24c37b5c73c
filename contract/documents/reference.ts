import { z } from 'zod';
import { referenceLimits as limits } from '#core/document/reference.ts';

/** Up to 20 pairs; values are text. */
const metadata = z
  .record(z.string().min(1).max(limits.key), z.string().max(limits.value))
  .refine((pairs) => Object.keys(pairs).length <= limits.entries, {
    message: `at most ${limits.entries} keys`,
  });

/**
 * The account's own reference on a document or template. Never printed, and not part of the evidence.
 */
export const reference = {
  /** An id in another system of the account. */
  externalId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
};

/** Members of a request that set the reference. */
export const referenceInput = {
  externalId: z.string().max(limits.externalId).nullish().meta({
    description: 'An id in another system of yours. Never printed. Copies do not have it.',
  }),
  metadata: metadata.optional().meta({
    description:
      'Up to 20 keys (40 characters) with texts (500 characters). Never printed. A change replaces all of them; a new document also has those of its template under other keys.',
  }),
  uniqueExternalId: z.boolean().optional().meta({
    description: 'True to refuse an `externalId` that another document or template of the account has.',
  }),
};

/** The same as text parts of a form; `metadata` is a JSON object. */
export const referenceForm = {
  externalId: z.string().optional(),
  metadata: z.string().optional(),
  uniqueExternalId: z.enum(['true', 'false']).optional(),
};

/** Parts of a query: `externalId=…` and `metadata[key]=value`, which must all match exactly. */
export const referenceQuery = {
  externalId: z.string().max(limits.externalId).optional(),
  metadata: metadata.optional(),
};
