import { proposalPaths } from '../paths.ts';
import { confirmBody, proposal, proposeBody } from '../proposals.ts';
import { routesAt } from '../route.ts';
import { sendingRows } from './sending.ts';

const answers = { 200: proposal };
const { sendDocument, remindRecipients, voidDocument } = sendingRows;

/** Acts proposed by a program, which a person decides on. */
export const proposalRows = routesAt(proposalPaths, {
  proposeAct: {
    ...{
      summary: 'Propose to send, remind or void; a signed-in member decides at the returned address',
      ...{ who: 'member', body: proposeBody, answers: { 201: proposal } },
    },
    refusals: [
      ...['not-found', 'document-already-sent', 'document-not-editable', 'reason-missing'],
      ...voidDocument.refusals,
    ] as const,
  },
  readProposal: {
    ...{ summary: 'Get a proposal and its status', who: 'member', answers },
    refusals: ['not-found'],
  },
  confirmProposal: {
    ...{ summary: 'Carry out a proposal as it was reviewed', who: 'confirmed', body: confirmBody, answers },
    refusals: [
      ...['proposal-over', 'proposal-changed'],
      ...sendDocument.refusals,
      ...remindRecipients.refusals,
      ...voidDocument.refusals,
    ] as const,
  },
  dismissProposal: {
    ...{ summary: 'Dismiss a proposal', who: 'member', answers },
    refusals: ['not-found', 'proposal-over'],
  },
});
