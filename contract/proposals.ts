import { z } from 'zod';
import { proposedActs, proposalStates } from '#core/document/proposal.ts';
import { documentDetail } from './documents.ts';

/** POST /api/proposals: what a program would have done, for a person to confirm. Each act reads its own parts. */
export const proposeBody = z.strictObject({
  act: z.enum(proposedActs),
  documentId: z.string().max(100),
  /** To send. */
  subject: z.string().max(200).optional(),
  message: z.string().max(5000).optional(),
  expirationDays: z.number().int().min(1).max(365).optional(),
  /** To remind; everybody it waits for when absent. */
  recipientIds: z.array(z.string().max(100)).max(200).optional(),
  /** To void; its recipients read it. */
  reason: z.string().max(1000).optional(),
});
export type ProposeBody = z.infer<typeof proposeBody>;

export const proposal = z
  .object({
    id: z.string(),
    act: z.enum(proposedActs),
    state: z.enum(proposalStates),
    /** Where a signed-in person of the account sees it and decides. */
    url: z.string(),
    /** As the key or the app is called by which it was asked for; null where a person did. */
    program: z.string().nullable(),
    /** The member as whom the program acted. */
    madeBy: z.object({ name: z.string(), email: z.string() }),
    createdAt: z.string(),
    /** Until when it can be confirmed. */
    endsAt: z.string(),
    decidedAt: z.string().nullable(),
    subject: z.string(),
    message: z.string(),
    expirationDays: z.number().int(),
    recipientIds: z.array(z.string()).nullable(),
    reason: z.string(),
    /** Of all that is confirmed: the document as it is now, and the parts above. */
    fingerprint: z.string(),
    /** Whether the document was changed after the program had asked. */
    changed: z.boolean(),
    document: documentDetail,
  })
  .meta({ id: 'Proposal' });
export type ProposalView = z.infer<typeof proposal>;

/** POST /api/proposals/{id}/confirm: of what the person has seen. */
export const confirmBody = z.strictObject({ fingerprint: z.string().max(100) });
