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
    ...{ summary: 'The public form of a template', who, answers: { 200: publicFormAnswer } },
    refusals: ['not-found'],
  },
  putForm: {
    ...{ summary: 'Open a public form, or change it', who: 'confirmed', body: putFormBody },
    answers: { 200: publicForm },
    refusals: [
      ...['not-found', 'plan-without-benefit', 'template-without-file', 'template-roles-mismatch'],
      ...['recipient-address-invalid', 'recipient-name-invalid', 'access-code-invalid', 'access-code-needed'],
    ] as const,
  },
  deleteForm: {
    ...{ summary: 'End a public form with what was asked by it', who },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  readFormAnswers: {
    ...{ summary: 'Who asked, and what they filled in, as CSV', who, answers: { 200: file('text/csv') } },
    refusals: ['not-found'],
  },
});

/** Public pages. */
export const formPageRows = routesAt(formPagePaths, {
  showForm: { summary: 'The page of a public form', who: 'anyone', answers: pages, refusals: [] },
  askByForm: {
    ...{ summary: 'Ask for a document by it', who: 'anyone' },
    ...written,
    answers: pages,
    refusals: [],
  },
  showEntry: {
    ...{ summary: 'Where somebody confirms that they asked', who: 'anyone', answers: pages },
    refusals: [],
  },
  confirmEntry: { ...{ summary: 'Confirm it', who: 'anyone' }, ...written, answers: pages, refusals: [] },
});
