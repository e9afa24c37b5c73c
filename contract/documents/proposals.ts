import { z } from 'zod';
import { proposedActs, proposalStates } from '#core/document/proposal.ts';
import { defineRoutes } from '../route.ts';
import { documentDetail } from './documents.ts';
import { sendingRows } from './sending-routes.ts';

/**
 * POST /api/proposals. An action that a program proposes and a person has to confirm. Each action uses its own
 * properties.
 */
export const proposeBody = z.object({
  act: z.enum(proposedActs),
  documentId: z.string().max(100),
  /** Only for `send`. */
  subject: z.string().max(200).optional(),
  message: z.string().max(5000).optional(),
  expirationDays: z.number().int().min(1).max(365).optional(),
  /** Only for `remind`. If omitted, all recipients that the document is waiting for. */
  recipientIds: z.array(z.string().max(100)).max(200).optional(),
  /** Only for `void`. Shown to the document's recipients. */
  reason: z.string().max(1000).optional(),
});
export type ProposeBody = z.infer<typeof proposeBody>;

export const proposal = z
  .object({
    id: z.string(),
    act: z.enum(proposedActs),
    state: z.enum(proposalStates),
    /** URL at which a signed-in member of the account can review and decide. */
    url: z.string(),
    /** Name of the key or app that made the proposal; null if a person did. */
    program: z.string().nullable(),
    /** The member on whose behalf the program acted. */
    madeBy: z.object({ name: z.string(), email: z.string() }),
    createdAt: z.string(),
    /** Time at which the proposal expires. */
    endsAt: z.string(),
    decidedAt: z.string().nullable(),
    subject: z.string(),
    message: z.string(),
    expirationDays: z.number().int(),
    recipientIds: z.array(z.string()).nullable(),
    reason: z.string(),
    /** Fingerprint of everything to be confirmed: the current document and the properties above. */
    fingerprint: z.string(),
    /** True if the document has changed since the proposal. */
    changed: z.boolean(),
    document: documentDetail,
  })
  .meta({ id: 'Proposal' });
export type ProposalView = z.infer<typeof proposal>;

/** POST /api/proposals/{id}/confirm. The fingerprint that the person saw. */
export const confirmBody = z.object({ fingerprint: z.string().max(100) });

const { sendDocument, remindRecipients, voidDocument } = sendingRows;

/** Actions proposed by a program, which a person confirms or dismisses. */
export const proposalRows = defineRoutes({
  createProposal: {
    at: 'POST /api/proposals',
    summary: 'Propose to send, remind or void (a signed-in member decides at the returned URL)',
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
    summary: 'Carry out a proposal exactly as it was reviewed',
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
