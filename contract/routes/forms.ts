import { publicFormAnswer, publicForm, putFormBody } from '../forms.ts';
import { formPagePaths, formPaths } from '../paths.ts';
import { bytes, file, nothing, page, routesAt } from '../route.ts';

const who = 'member';
/** Maximum bytes for a name, an address and a code. */
const asked = 8 * 1024;
const pages = { 200: page, 404: page, 409: page, 422: page, 429: page } as const;
const written = { largestBody: asked, body: bytes('application/x-www-form-urlencoded') } as const;

/** The public link of a template, through which visitors can request a document. */
export const formRows = routesAt(formPaths, {
  readForm: {
    ...{ summary: 'Get the public form of a template', who, answers: { 200: publicFormAnswer } },
    refusals: ['not-found'],
  },
  putForm: {
    ...{ summary: 'Create or change a public form', who: 'confirmed', body: putFormBody },
    answers: { 200: publicForm },
    refusals: [
      ...['not-found', 'plan-without-benefit', 'template-without-file', 'template-roles-mismatch'],
      ...['recipient-address-invalid', 'recipient-name-invalid', 'access-code-invalid', 'access-code-needed'],
    ] as const,
  },
  deleteForm: {
    ...{ summary: 'Delete a public form and its submissions', who },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  readFormAnswers: {
    ...{ summary: 'Download a public form’s submissions as CSV', who, answers: { 200: file('text/csv') } },
    refusals: ['not-found'],
  },
});

/** Public pages. */
export const formPageRows = routesAt(formPagePaths, {
  showForm: { summary: 'Show a public form', who: 'anyone', answers: pages, refusals: [] },
  askByForm: {
    ...{ summary: 'Request a document with a public form', who: 'anyone' },
    ...written,
    answers: pages,
    refusals: [],
  },
  showEntry: {
    ...{ summary: 'Show the page that confirms a request', who: 'anyone', answers: pages },
    refusals: [],
  },
  confirmEntry: {
    ...{ summary: 'Confirm a request', who: 'anyone' },
    ...written,
    answers: pages,
    refusals: [],
  },
});
