import { publicFormAnswer, publicForm, putFormBody } from '../forms.ts';
import { bytes, defineRoutes, file, nothing, page } from '../route.ts';

/** Maximum bytes for a name, an address and a code. */
const asked = 8 * 1024;
const pages = { 200: page, 404: page, 409: page, 422: page, 429: page } as const;

/** The public link of a template, through which visitors can request a document. */
export const formRows = defineRoutes({
  readForm: {
    at: 'GET /api/templates/{id}/form',
    summary: 'Get the public form of a template',
    caller: 'member',
    permission: 'template.read',
    answers: { 200: publicFormAnswer },
    refusals: ['not-found'],
  },
  putForm: {
    at: 'PUT /api/templates/{id}/form',
    summary: 'Create or change a public form',
    caller: 'confirmed',
    permission: 'document.send',
    body: putFormBody,
    answers: { 200: publicForm },
    refusals: [
      'not-found',
      'plan-without-benefit',
      'template-without-file',
      'template-roles-mismatch',
      'recipient-address-invalid',
      'recipient-name-invalid',
      'access-code-invalid',
      'access-code-needed',
    ],
  },
  deleteForm: {
    at: 'DELETE /api/templates/{id}/form',
    summary: 'Delete a public form and its submissions',
    caller: 'member',
    permission: 'document.send',
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  readFormAnswers: {
    at: 'GET /api/templates/{id}/form/answers',
    summary: 'Download a public form’s submissions as CSV',
    caller: 'member',
    permission: 'document.send',
    answers: { 200: file('text/csv') },
    refusals: ['not-found'],
  },
});

/** Public pages. */
export const formPageRows = defineRoutes({
  showForm: {
    at: 'GET /form/{token}',
    summary: 'Show a public form',
    caller: 'anyone',
    answers: pages,
    refusals: [],
  },
  askByForm: {
    at: 'POST /form/{token}',
    summary: 'Request a document with a public form',
    caller: 'anyone',
    body: bytes('application/x-www-form-urlencoded'),
    largestBody: asked,
    answers: pages,
    refusals: [],
  },
  showEntry: {
    at: 'GET /form/confirm/{token}',
    summary: 'Show the page that confirms a request',
    caller: 'anyone',
    answers: pages,
    refusals: [],
  },
  confirmEntry: {
    at: 'POST /form/confirm/{token}',
    summary: 'Confirm a request',
    caller: 'anyone',
    body: bytes('application/x-www-form-urlencoded'),
    largestBody: asked,
    answers: pages,
    refusals: [],
  },
});
