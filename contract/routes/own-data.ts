import { ownDataPaths } from '../paths.ts';
import { bytes, file, page, routesAt } from '../route.ts';

const who = 'anyone';
const written = { largestBody: 2 * 1024, body: bytes('application/x-www-form-urlencoded') } as const;

/** All data stored about an email address, for the owner of that mailbox. */
export const ownDataRows = routesAt(ownDataPaths, {
  showOwnData: {
    ...{ summary: 'Where somebody asks what is held about them', who, answers: { 200: page } },
    refusals: [],
  },
  askOwnData: {
    ...{ summary: 'Ask for a link by mail', who },
    ...{ ...written, answers: { 200: page, 422: page, 429: page }, refusals: [] },
  },
  showOwnDataLink: {
    ...{ summary: 'Opened from the mail', who, answers: { 200: page, 404: page, 429: page } },
    refusals: [],
  },
  readOwnData: {
    ...{ summary: 'All of it, as one file', who },
    ...{ ...written, answers: { 200: file('application/json'), 404: page, 429: page }, refusals: [] },
  },
});
