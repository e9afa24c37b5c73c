import { documentDetail, eraseBody, holdBody } from '../documents.ts';
import { keepingPaths } from '../paths.ts';
import { routesAt } from '../route.ts';

const who = 'confirmed';
const answers = { 200: documentDetail };

/** Legal hold and erasure of a person; only for people, never for programs. */
export const keepingRows = routesAt(keepingPaths, {
  holdDocument: {
    ...{ summary: 'Put a document on legal hold', who, body: holdBody, answers },
    refusals: ['not-found', 'document-not-sent', 'reason-missing'],
  },
  liftHold: {
    ...{ summary: "Lift a document's legal hold", who, answers },
    refusals: ['not-found', 'hold-needs-another'],
  },
  erasePerson: {
    ...{
      summary: 'Erase a recipient’s personal data after the retention period',
      who,
      body: eraseBody,
      answers,
    },
    refusals: [
      ...['not-found', 'recipient-not-found', 'reason-missing', 'document-not-ended'],
      ...['certificate-not-ready', 'still-retained', 'document-on-hold'],
    ] as const,
  },
});
