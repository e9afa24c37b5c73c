import { z } from 'zod';
import { proposedActs, proposalStates } from '#core/document/proposal.ts';
import { defineRoutes } from '../route.ts';
import { documentDetail } from './documents.ts';
import { sendingRows } from './sending-routes.ts';

/**
 * POST /api/proposals: an action that a program proposes for a person to confirm. Each action uses its own
 * members.
 */
export const proposeBody = z.object({
  act: z.enum(proposedActs),
  documentId: z.string().max(100),
  /** Only for `send`. */
  subject: z.string().max(200).optional(),
  message: z.string().max(5000).optional(),
  expirationDays: z.number().int().min(1).max(365).optional(),
  /** Only for `remind`. If absent, all recipients the document is waiting for. */
  recipientIds: z.array(z.string().max(100)).max(200).optional(),
  /** Only for `void`. Shown to the recipients of the document. */
  reason: z.string().max(1000).optional(),
});
export type ProposeBody = z.infer<typeof proposeBody>;

export const proposal = z
  .object({
    id: z.string(),
    act: z.enum(proposedActs),
    state: z.enum(proposalStates),
    /** URL where a signed-in member of the account reviews it and decides. */
    url: z.string(),
    /** Name of the key or app that proposed it; null if a person did. */
    program: z.string().nullable(),
    /** The member on whose behalf the program acted. */
    madeBy: z.object({ name: z.string(), email: z.string() }),
    createdAt: z.string(),
    /** Expiry of the proposal. */
    endsAt: z.string(),
    decidedAt: z.string().nullable(),
    subject: z.string(),
    message: z.string(),
    expirationDays: z.number().int(),
    recipientIds: z.array(z.string()).nullable(),
    reason: z.string(),
    /** Fingerprint of everything that is confirmed: the current document, and the members above. */
    fingerprint: z.string(),
    /** True if the document was changed after the proposal. */
    changed: z.boolean(),
    document: documentDetail,
  })
  .meta({ id: 'Proposal' });
export type ProposalView = z.infer<typeof proposal>;

/** POST /api/proposals/{id}/confirm: the fingerprint that the person saw. */
export const confirmBody = z.object({ fingerprint: z.string().max(100) });

const { sendDocument, remindRecipients, voidDocument } = sendingRows;

/** Acts proposed by a program, which a person decides on. */
export const proposalRows = defineRoutes({
  createProposal: {
    at: 'POST /api/proposals',
    summary: 'Propose to send, remind or void; a signed-in member decides at the returned address',
    caller: 'member',
    permission: 'document.draft',
    apiKey: 'any',
    idempotency: 'stored-response',
    body: proposeBody,
    answers: { 201: proposal },
    refusals: [
      'not-found',
      'document-already-sent',
      'document-not-editable',
      'reason-missing',
      ...voidDocument.refusals,
    ],
  },
  readProposal: {
    at: 'GET /api/proposals/{id}',
    summary: 'Get a proposal and its status',
    caller: 'member',
    permission: 'document.read',
    apiKey: 'any',
    answers: { 200: proposal },
    refusals: ['not-found'],
  },
  confirmProposal: {
    at: 'POST /api/proposals/{id}/confirm',
    summary: 'Carry out a proposal as it was reviewed',
    caller: 'confirmed',
    permission: 'document.send',
    body: confirmBody,
    answers: { 200: proposal },
    refusals: [
      'proposal-closed',
      'proposal-changed',
      ...sendDocument.refusals,
      ...remindRecipients.refusals,
      ...voidDocument.refusals,
    ],
  },
  dismissProposal: {
    at: 'POST /api/proposals/{id}/dismiss',
    summary: 'Dismiss a proposal',
    caller: 'member',
    permission: 'document.manage',
    answers: { 200: proposal },
    refusals: ['not-found', 'proposal-closed'],
  },
});
