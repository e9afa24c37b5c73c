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
      summary: 'Propose to send, remind or void; a signed-in person decides at its address',
      ...{ who: 'member', body: proposeBody, answers: { 201: proposal } },
    },
    refusals: [
      ...['not-found', 'document-already-sent', 'document-not-editable', 'reason-missing'],
      ...voidDocument.refusals,
    ] as const,
  },
  readProposal: {
    ...{ summary: 'What was proposed, and what became of it', who: 'member', answers },
    refusals: ['not-found'],
  },
  confirmProposal: {
    ...{ summary: 'Do what was proposed, as it was seen', who: 'confirmed', body: confirmBody, answers },
    refusals: [
      ...['proposal-over', 'proposal-changed'],
      ...sendDocument.refusals,
      ...remindRecipients.refusals,
      ...voidDocument.refusals,
    ] as const,
  },
  dismissProposal: {
    ...{ summary: 'Decide against what was proposed', who: 'member', answers },
    refusals: ['not-found', 'proposal-over'],
  },
});
