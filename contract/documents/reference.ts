import { z } from 'zod';
import { referenceLimits as limits } from '#core/document/reference.ts';

/** Up to 20 pairs of texts. */
const metadata = z
  .record(z.string().min(1).max(limits.key), z.string().max(limits.value))
  .refine((pairs) => Object.keys(pairs).length <= limits.entries, {
    message: `at most ${limits.entries} keys`,
  });

/**
 * The account's own reference for a document or template. It is never printed, and is not part of the evidence.
 */
export const reference = {
  /** Id in another system of the account. */
  externalId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
};

/** Properties of a request that set the reference. */
export const referenceInput = {
  externalId: z.string().max(limits.externalId).nullish().meta({
    description: 'Id in another system of yours. It is never printed, and copies do not have it.',
  }),
  metadata: metadata.optional().meta({
    description:
      'Up to 20 keys (40 characters) with texts (500 characters). Never printed. A change replaces all of them; a new document also has those of its template under other keys.',
  }),
  uniqueExternalId: z.boolean().optional().meta({
    description:
      'True to refuse an `externalId` that another document or template of the account already has.',
  }),
};

/** The reference as text parts of a form. `metadata` is a JSON object. */
export const referenceForm = {
  externalId: z.string().optional(),
  metadata: z.string().optional(),
  uniqueExternalId: z.enum(['true', 'false']).optional(),
};

/**
 * The reference as parts of a query: `externalId=…` and `metadata[key]=value`. All of them must match exactly.
 */
export const referenceQuery = {
  externalId: z.string().max(limits.externalId).optional(),
  metadata: metadata.optional(),
};
