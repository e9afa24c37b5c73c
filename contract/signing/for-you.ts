import { z } from 'zod';
import { forYouLists } from '#core/recipient/for-you.ts';
import { recipientRoles } from '#core/recipient/recipient.ts';
import { documentStatus } from '../documents/documents.ts';
import { defineRoutes } from '../route.ts';
import { signingAddress } from '../documents/documents.ts';

/** Time in ISO 8601 in UTC. */
const instant = z.string();

/**
 * A person's part in a document of any account. Until the person has entered the codes that the sender requires,
 * it names only the sender, as the signing page does.
 */
export const forYouItem = z
  .object({
    /** Id of the recipient. */
    id: z.string(),
    role: z.enum(recipientRoles),
    /** The person's decision; null while the document is waiting for them, or if they only need to view it. */
    done: z.enum(['signed', 'approved', 'declined', 'paper']).nullable(),
    doneAt: instant.nullable(),
    sentAt: instant,
    sender: z.object({ name: z.string(), email: z.string() }),
    /** Null if a code is required. */
    document: z
      .object({ title: z.string(), status: documentStatus, expiresAt: instant.nullable() })
      .nullable(),
  })
  .meta({ id: 'ForYouItem' });
export type ForYouItem = z.infer<typeof forYouItem>;

/** Query of GET /api/for-you. */
export const forYouQuery = z.object({
  list: z.enum(forYouLists).default('waiting'),
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export const forYouAnswer = z.object({
  items: z.array(forYouItem),
  next: z.string().nullable(),
  /** Number of documents in all lists that are waiting for the person. */
  waiting: z.number().int(),
});
export type ForYouAnswer = z.infer<typeof forYouAnswer>;

/** GET /api/for-you/next. The document after the given part. Documents of the same template come first. */
export const nextForYouQuery = z.object({ after: z.string().max(100).optional() });
export const nextForYouAnswer = z.object({
  next: forYouItem.nullable(),
  /** True if `next` was created from the same template as the document of `after`. */
  alike: z.boolean(),
  waiting: z.number().int(),
});
export type NextForYouAnswer = z.infer<typeof nextForYouAnswer>;

/** Refusals if the person may no longer own the address. */
const heldAddress = ['address-confirmation-outdated', 'address-of-provider'] as const;

export const forYouRows = defineRoutes({
  listForYou: {
    at: 'GET /api/for-you',
    summary: 'List the documents of all accounts for the member’s confirmed address',
    caller: 'confirmed',
    permission: 'own',
    whileClosing: true,
    query: forYouQuery,
    answers: { 200: forYouAnswer },
    refusals: heldAddress,
  },
  nextForYou: {
    at: 'GET /api/for-you/next',
    summary: 'Get the next document that is waiting for the member',
    caller: 'confirmed',
    permission: 'own',
    whileClosing: true,
    query: nextForYouQuery,
    answers: { 200: nextForYouAnswer },
    refusals: heldAddress,
  },
  openForYou: {
    at: 'POST /api/for-you/{recipientId}/open',
    summary: 'Open the member’s own signing page of a document of any account',
    caller: 'confirmed',
    permission: 'own',
    whileClosing: true,
    answers: { 200: signingAddress },
    refusals: ['not-found', ...heldAddress],
  },
});
