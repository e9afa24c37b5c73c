import { bytes, defineRoutes, file, page } from '../route.ts';

/** All data stored about an email address, for the owner of that mailbox. */
export const dataRequestRows = defineRoutes({
  showDataRequest: {
    at: 'GET /my-data',
    summary: 'Show the form to request stored personal data',
    caller: 'anyone',
    answers: { 200: page },
    refusals: [],
  },
  sendDataLink: {
    at: 'POST /my-data',
    summary: 'Email a link to stored personal data',
    caller: 'anyone',
    body: bytes('application/x-www-form-urlencoded'),
    maxBodyBytes: 2 * 1024,
    answers: { 200: page, 422: page, 429: page },
    refusals: [],
  },
  showDataLink: {
    at: 'GET /my-data/{token}',
    summary: 'Show the page of the emailed link',
    caller: 'anyone',
    answers: { 200: page, 404: page, 429: page },
    refusals: [],
  },
  downloadOwnData: {
    at: 'POST /my-data/{token}',
    summary: 'Download stored personal data as one file',
    caller: 'anyone',
    body: bytes('application/x-www-form-urlencoded'),
    maxBodyBytes: 2 * 1024,
    answers: { 200: file('application/json'), 404: page, 429: page },
    refusals: [],
  },
});
