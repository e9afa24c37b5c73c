import { z } from 'zod';
import { formValueBounds, questionTypes } from '#core/form/form-values.ts';
import { MAX_NAMED } from '#core/form/named-people.ts';
import { formBounds } from '#core/form/public-form.ts';
import { thanksBounds } from '#core/form/thanks.ts';
import { maxTextLength } from '#core/field/text-format.ts';
import { MAX_CHOICES, MAX_PROPERTY_LENGTH } from '#core/field/properties.ts';
import { MAX_PLACEHOLDER_NAME, MAX_PLACEHOLDERS } from '#core/template/placeholders.ts';
import { formats, formatsChange } from '../formats.ts';
import { readOnly } from '../strict.ts';
import { mergeValue } from './one-call.ts';
import { bytes, defineRoutes, file, nothing, page, redirect } from '../route.ts';

const instant = z.string();
/** Signing order of a form's documents. */
export const signingOrder = z.enum(['parallel', 'sequential']);

const person = z.object({ roleId: z.uuid(), email: z.string().max(320), name: z.string().max(200) });

/** Text and link from the sender for a visitor who has signed. Either may be empty. */
export const thanks = z.object({
  text: z.string().max(thanksBounds.text),
  /** Must start with https://. */
  link: z.string().max(thanksBounds.link),
});

const placeholderName = z.string().min(1).max(MAX_PLACEHOLDER_NAME);

/** A question for the visitor, with the rules of a field of the same type. */
const question = z.object({
  /** Question text. If blank, the placeholder's name is shown. */
  label: z.string().max(formValueBounds.label).default(''),
  type: z.enum(questionTypes).default('text'),
  /** False if the visitor can leave the answer blank, so that nothing is printed. */
  required: z.boolean().default(true),
  /** Options of a dropdown. */
  choices: z.array(z.string().max(MAX_PROPERTY_LENGTH.choice)).max(MAX_CHOICES).default([]),
});

/** A placeholder of the template's Word file. Its value is either fixed or entered by the visitor. */
export const formPlaceholder = z.union([
  z.object({ name: placeholderName, value: mergeValue }),
  z.object({ name: placeholderName, question }),
]);

/** Body of PUT /api/templates/{id}/form. */
export const putFormBody = z.object({
  ...readOnly('url', 'counterUrl', 'state', 'hasCode', 'waiting', 'made'),
  on: z.boolean(),
  /** Role of the visitor who submits the form. */
  visitorRole: z.uuid(),
  /** People for the other roles. */
  people: z.array(person).max(100).default([]),
  /** Roles whose people the visitor names. They are invited after the visitor has confirmed their own address. */
  namedByVisitor: z.array(z.uuid()).max(MAX_NAMED).default([]),
  maxTotal: z.number().int().min(1).max(formBounds.maxTotal).nullable().default(null),
  maxPerHour: z.number().int().min(1).max(formBounds.maxPerHour).default(20),
  endsAt: z.iso.datetime().nullable().default(null),
  /** A code that visitors have to enter. Null removes it, and omitting it leaves it unchanged. */
  code: z.string().max(100).nullable().optional(),
  /** Unchanged if omitted. Null means that each document uses the template's formats at its creation. */
  formats: formatsChange.nullish(),
  /** Unchanged if omitted. Null means that the order numbers of the template's roles decide. */
  signingOrder: signingOrder.nullish(),
  /** Message shown after signing. Unchanged if omitted; null for none. */
  thanks: thanks.nullish(),
  /**
   * Sources of the values of the Word file's placeholders. Conditions and lists must be fixed. Unchanged if
   * omitted.
   */
  placeholders: z.array(formPlaceholder).max(MAX_PLACEHOLDERS).optional(),
});
export type PutFormBody = z.input<typeof putFormBody>;

export const publicForm = z
  .object({
    /** Public URL of the form. */
    url: z.string(),
    /** The same form for a device that many visitors use: it deletes all entries after each visit. */
    counterUrl: z.string(),
    on: z.boolean(),
    /** Whether the form accepts submissions, is closed, or is temporarily paused. */
    state: z.enum(['open', 'closed', 'busy']),
    visitorRole: z.string(),
    people: z.array(z.object({ roleId: z.string(), email: z.string(), name: z.string() })),
    /** Roles whose people the visitor names. */
    namedByVisitor: z.array(z.string()),
    maxTotal: z.number().int().nullable(),
    maxPerHour: z.number().int(),
    endsAt: instant.nullable(),
    hasCode: z.boolean(),
    /** Print formats of the form's documents; null for the template's formats. */
    formats: formats.nullable(),
    /** Null means that the order numbers of the template's roles decide. */
    signingOrder: signingOrder.nullable(),
    /** Message shown after signing; null for none. */
    thanks: thanks.nullable(),
    placeholders: z.array(formPlaceholder),
    /** Number of unconfirmed submissions, and of documents created from confirmed ones. */
    waiting: z.number().int(),
    made: z.number().int(),
  })
  .meta({ id: 'PublicForm' });
export type PublicFormView = z.infer<typeof publicForm>;

/** GET /api/templates/{id}/form. Null if the template has no form. */
export const publicFormAnswer = z.object({ form: publicForm.nullable() });

/** Maximum size in bytes of a request with a name, an address and a code. */
const maxFormBytes = 8 * 1024;
/**
 * Maximum size in bytes of a request with the answers to all questions. A form-encoded character has up to nine
 * bytes.
 */
const maxAnswerBytes = maxFormBytes + formValueBounds.questions * maxTextLength * 9;
const problemPages = { 404: page, 409: page, 422: page, 429: page } as const;
const formPages = { 200: page, ...problemPages } as const;

/** Present on the page for a device that many visitors use. */
const counterQuery = z.object({ counter: z.string().optional() });

/** The public form of a template, through which visitors can request a document. */
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
      'plan-without-feature',
      'template-without-file',
      'template-roles-mismatch',
      'recipient-address-invalid',
      'recipient-name-invalid',
      'access-code-invalid',
      'access-code-required',
      'form-question-invalid',
      'field-name-unknown',
      'field-value-invalid',
      'template-values-missing',
      'field-incomplete',
      'return-url-invalid',
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
});

/**
 * The public pages of a form, which visitors open with its link. `token` is the secret of the link. After the
 * visitor has entered the form's access code, it is followed by `~` and a proof.
 */
export const formPageRows = defineRoutes({
  showForm: {
    at: 'GET /form/{token}',
    summary: 'Show a public form',
    caller: 'anyone',
    query: counterQuery,
    answers: formPages,
    refusals: [],
  },
  submitForm: {
    at: 'POST /form/{token}',
    summary: 'Request a document with a public form',
    caller: 'anyone',
    query: counterQuery,
    body: bytes('application/x-www-form-urlencoded'),
    maxBodyBytes: maxAnswerBytes,
    answers: { 303: redirect, ...problemPages },
    refusals: [],
  },
  showFormCounter: {
    at: 'GET /form/{token}/counter',
    summary: 'Show a public form on a device that many visitors use',
    caller: 'anyone',
    answers: formPages,
    refusals: [],
  },
  readFormFile: {
    at: 'GET /form/{token}/file',
    summary: 'Read the document of a public form',
    caller: 'anyone',
    answers: { 200: file('application/pdf'), ...problemPages },
    refusals: [],
  },
  readFormPage: {
    at: 'GET /form/{token}/pages/{number}',
    summary: 'Get an image of a page of a public form’s document',
    caller: 'anyone',
    answers: { 200: file('image/png'), ...problemPages },
    refusals: [],
  },
  showFormCode: {
    at: 'GET /form/code/{token}',
    summary: 'Show the page that asks for the emailed code',
    caller: 'anyone',
    answers: formPages,
    refusals: [],
  },
  enterFormCode: {
    at: 'POST /form/code/{token}',
    summary: 'Enter the emailed code and open the document',
    caller: 'anyone',
    body: bytes('application/x-www-form-urlencoded'),
    maxBodyBytes: maxFormBytes,
    answers: { 303: redirect, ...formPages },
    refusals: [],
  },
  endCounterVisit: {
    at: 'POST /form/code/{token}/end',
    summary: 'End a visit on a device that many visitors use',
    caller: 'anyone',
    answers: { 204: nothing, 404: page },
    refusals: [],
  },
  showEntry: {
    at: 'GET /form/confirm/{token}',
    summary: 'Show the page that confirms a request',
    caller: 'anyone',
    answers: formPages,
    refusals: [],
  },
  confirmEntry: {
    at: 'POST /form/confirm/{token}',
    summary: 'Confirm a request',
    caller: 'anyone',
    body: bytes('application/x-www-form-urlencoded'),
    maxBodyBytes: maxFormBytes,
    answers: formPages,
    refusals: [],
  },
});
