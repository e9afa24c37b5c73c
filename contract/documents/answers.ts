import { z } from 'zod';
import { bulkRowStates } from '#core/bulk/bulk.ts';
import { recipientRoles, recipientStatuses } from '#core/recipient/recipient.ts';
import { refusalCodes } from '#core/refusal.ts';
import { defineRoutes, jsonOrFile } from '../route.ts';
import { documentStatus, enteredValue } from './documents.ts';
import { reference } from './reference.ts';

const instant = z.string();
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Maximum rows of a CSV or XLSX file. */
export const MAX_ANSWER_ROWS = 10_000;

/**
 * The sent documents of a template, bulk send or public form that the caller can see. Without `format`, one page
 * of JSON; the Link header has the address of the next one. CSV and XLSX contain all rows, at most 10,000:
 * one per document, with a column per question. A second field with the same label gets the heading 'Name 2'.
 */
export const answersQuery = z.object({
  format: z.enum(['json', 'csv', 'xlsx']).default('json'),
  /** Sent at or after, ISO 8601; a bare date begins at midnight UTC. */
  from: moment.optional(),
  /** Sent before. */
  to: moment.optional(),
  /** For JSON only, from the Link header. */
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type AnswersQuery = z.output<typeof answersQuery>;

const answerRow = z
  .object({
    /** Null for a row of a bulk send without a document, or with one that is deleted or not visible. */
    document: z
      .object({
        id: z.string(),
        title: z.string(),
        status: documentStatus,
        sentAt: instant.nullable(),
        completedAt: instant.nullable(),
        /** The time zone of printed dates. */
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
    /** The row of the file, for a bulk send only. */
    bulkRow: z
      .object({
        line: z.number().int(),
        state: z.enum(bulkRowStates),
        /** Why it was not sent. */
        code: z.enum(refusalCodes).nullable(),
        detail: z.string().nullable(),
      })
      .optional(),
    /** The request of a visitor, for a public form only. */
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
    summary: 'List what recipients entered in the documents of a template, as JSON, CSV or XLSX',
    apiKey: 'any',
    ...common,
  },
  listBulkAnswers: {
    at: 'GET /api/bulk/{id}/answers',
    summary: 'List the result of each row of a bulk send with what recipients entered, as JSON, CSV or XLSX',
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
