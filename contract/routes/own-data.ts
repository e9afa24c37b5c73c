import { ownDataPaths } from '../paths.ts';
import { bytes, file, page, routesAt } from '../route.ts';

const who = 'anyone';
const written = { largestBody: 2 * 1024, body: bytes('application/x-www-form-urlencoded') } as const;

/** All data stored about an email address, for the owner of that mailbox. */
export const ownDataRows = routesAt(ownDataPaths, {
  showOwnData: {
    ...{ summary: 'Show the form to request stored personal data', who, answers: { 200: page } },
    refusals: [],
  },
  askOwnData: {
    ...{ summary: 'Email a link to stored personal data', who },
    ...{ ...written, answers: { 200: page, 422: page, 429: page }, refusals: [] },
  },
  showOwnDataLink: {
    ...{ summary: 'Show the page of the emailed link', who, answers: { 200: page, 404: page, 429: page } },
    refusals: [],
  },
  readOwnData: {
    ...{ summary: 'Download stored personal data as one file', who },
    ...{ ...written, answers: { 200: file('application/json'), 404: page, 429: page }, refusals: [] },
  },
});
