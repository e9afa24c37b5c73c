import { confirmBody, proposal, proposeBody } from '../proposals.ts';
import { defineRoutes } from '../route.ts';
import { sendingRows } from './sending.ts';

const { sendDocument, remindRecipients, voidDocument } = sendingRows;

/** Acts proposed by a program, which a person decides on. */
export const proposalRows = defineRoutes({
  proposeAct: {
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
      'proposal-over',
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
    refusals: ['not-found', 'proposal-over'],
  },
});
