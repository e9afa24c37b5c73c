import { z } from 'zod';
import { bulkRowStates } from '#core/bulk/bulk.ts';
import { recipientRoles, recipientStatuses } from '#core/recipient/recipient.ts';
import { refusalCodes } from '#core/refusal.ts';
import { defineRoutes, jsonOrFile } from '../route.ts';
import { documentStatus, enteredValue } from './documents.ts';
import { reference } from './reference.ts';

const instant = z.string();
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Maximum number of rows in a CSV or XLSX file. */
export const MAX_ANSWER_ROWS = 10_000;

/**
 * Lists the sent documents of a template, bulk send or public form that the caller can see. Without `format`,
 * the response is one page of JSON, and the Link header contains the URL of the next page. CSV and XLSX contain
 * all rows, at most 10,000, with one row per document and one column per question. A second field with the same
 * label gets the heading 'Name 2'.
 */
export const answersQuery = z.object({
  format: z.enum(['json', 'csv', 'xlsx']).default('json'),
  /** Sent at or after this time, ISO 8601. A date without a time means midnight UTC. */
  from: moment.optional(),
  /** Sent before this time. */
  to: moment.optional(),
  /** From the Link header of the previous page. Only for JSON. */
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type AnswersQuery = z.output<typeof answersQuery>;

const answerRow = z
  .object({
    /**
     * Null for a row of a bulk send without a document, or whose document was deleted or is not visible to the
     * caller.
     */
    document: z
      .object({
        id: z.string(),
        title: z.string(),
        status: documentStatus,
        sentAt: instant.nullable(),
        completedAt: instant.nullable(),
        /** Time zone of printed dates. */
        timeZone: z.string(),
        ...reference,
      })
      .nullable(),
    /** Recipients in order. For a row without a document, the people in the file, without id and status. */
    recipients: z.array(
      z.object({
        id: z.string().nullable(),
        role: z.enum(recipientRoles).nullable(),
        name: z.string(),
        email: z.string(),
        status: z.enum(recipientStatuses).nullable(),
        actedAt: instant.nullable(),
      }),
    ),
    /** Values of recipients who have signed or approved, in field order. */
    values: z.array(enteredValue),
    /** The row of the file. Only for a bulk send. */
    bulkRow: z
      .object({
        line: z.number().int(),
        state: z.enum(bulkRowStates),
        /** Why the row was not sent. */
        code: z.enum(refusalCodes).nullable(),
        detail: z.string().nullable(),
      })
      .optional(),
    /** The visitor's request. Only for a public form. */
    formEntry: z.object({ requestedAt: instant, confirmedAt: instant }).optional(),
  })
  .meta({ id: 'AnswerRow' });
export type AnswerRow = z.infer<typeof answerRow>;

const fileTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const;

const common = {
  caller: 'member',
  permission: 'document.read',
  heavy: 'file',
  query: answersQuery,
  answers: { 200: jsonOrFile(z.array(answerRow), ...fileTypes) },
  headers: ['link'],
  refusals: ['not-found', 'export-too-long'],
} as const;

export const answerRows = defineRoutes({
  listTemplateAnswers: {
    at: 'GET /api/templates/{id}/answers',
    summary: 'List what recipients entered in a template’s documents, as JSON, CSV or XLSX',
    apiKey: 'any',
    ...common,
  },
  listBulkAnswers: {
    at: 'GET /api/bulk/{id}/answers',
    summary: 'List the result of each row of a bulk send and what recipients entered, as JSON, CSV or XLSX',
    apiKey: 'live',
    ...common,
  },
  listFormAnswers: {
    at: 'GET /api/templates/{id}/form/answers',
    summary: 'List what visitors of a public form entered, as JSON, CSV or XLSX',
    apiKey: 'live',
    ...common,
  },
});
