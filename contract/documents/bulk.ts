import { z } from 'zod';
import { bulkRowStates, bulkStates, maxColumns } from '#core/bulk/bulk.ts';
import { refusalCodes } from '#core/refusal.ts';
import { formatsChange } from '../formats.ts';
import { referencing } from '../refusals.ts';
import { defineRoutes, file } from '../route.ts';
import { severalAnswer } from './library.ts';
import { terms } from './one-call.ts';

/** Maximum size in bytes of a request body with a CSV file. */
export const MAX_BULK_BODY_BYTES = 8 * 1024 * 1024;

/**
 * Settings of all documents. A message in the file replaces `message`, and metadata in the file is added. An
 * external ID identifies a single document, so it must come from the file.
 */
const { signingOrder, subject, message, reminders, allowDelegation, signatureKinds } = terms;
const { separateFiles, separateCertificate, folderId, metadata } = terms;
const bulkTerms = {
  ...{ signingOrder, subject, message, reminders, allowDelegation, signatureKinds },
  ...{ separateFiles, separateCertificate, folderId, metadata },
};

const instant = z.string();
const csv = z.string().max(MAX_BULK_BODY_BYTES);

/** POST /api/templates/{id}/bulk/preview. Stores nothing. Dates in the file are parsed with `formats`. */
export const previewBulkBody = z.object({ csv, formats: formatsChange.default({}) });
export type PreviewBulkBody = z.input<typeof previewBulkBody>;

/** A person in a row, with the name of their role. */
const rowPerson = z.object({ role: z.string(), email: z.string(), name: z.string() });

/** A row that was not or will not be sent, with the reason as a problem. */
export const bulkProblem = z.object({
  line: z.number().int(),
  people: z.array(rowPerson),
  code: z.enum(refusalCodes),
  detail: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type BulkProblem = z.infer<typeof bulkProblem>;

export const bulkPreview = z.object({
  rows: z.number().int(),
  /** Number of rows that can be sent, including duplicates. */
  good: z.number().int(),
  wrong: z.number().int(),
  repeated: z.number().int(),
  /** The first hundred invalid rows. */
  problems: z.array(bulkProblem),
  /** The first valid rows. `repeats` is the line of the row that this one duplicates. */
  first: z.array(
    z.object({
      line: z.number().int(),
      title: z.string(),
      people: z.array(rowPerson),
      repeats: z.number().int().nullable(),
    }),
  ),
  /** Labels of the fields filled by a column. */
  filled: z.array(z.string()),
  /**
   * Columns that the template does not have, each with the most similar known column. A bulk send is refused
   * unless `ignoreColumns` lists them.
   */
  unknown: z.array(z.object({ name: z.string(), nearest: z.string().nullable() })),
  /** Number of documents left in the plan this month; null if unlimited. */
  documentsLeft: z.number().int().nullable(),
});
export type BulkPreview = z.infer<typeof bulkPreview>;

/**
 * POST /api/templates/{id}/bulk. The client chooses `id`, so that a repeated request starts only one bulk send.
 */
export const startBulkBody = z.object({
  id: z.uuid(),
  csv,
  fileName: z.string().max(255),
  ...bulkTerms,
  /** Defaults to the template's value, or else 30. */
  expirationDays: z.number().int().min(1).max(365).optional(),
  /** Names of columns to ignore because the template does not have them. */
  ignoreColumns: z.array(z.string().max(1000)).max(maxColumns).default([]),
  /** Overrides the template's formats for every row. */
  formats: formatsChange.default({}),
  /** True to also send rows that duplicate an earlier one. */
  sendRepeated: z.boolean().default(false),
});
export type StartBulkBody = z.input<typeof startBulkBody>;

/** GET /api/bulk. The newest fifty bulk sends, optionally of one template. */
export const listBulkQuery = z.object({ template: z.string().max(100).optional() });

export const bulk = z.object({
  id: z.string(),
  templateId: z.string(),
  templateName: z.string(),
  fileName: z.string(),
  state: z.enum(bulkStates),
  /** Code of the refusal that caused the pause; null if the sender paused it. */
  pausedBy: z.string().nullable(),
  /** Number of rows by state. Rows that are to be sent are waiting, sent, failed or cancelled. */
  counts: z.record(z.enum(bulkRowStates), z.number().int()),
  /**
   * Number of documents sent, and to be sent in total. Rows that were refused or repeated at the start are not
   * counted.
   */
  progress: z.object({ sent: z.number().int(), total: z.number().int() }),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /**
   * Time at which names, addresses and values were removed from the rows, some time after the bulk send ended.
   * The counts remain.
   */
  rowsDeletedAt: instant.nullable(),
});
export type BulkView = z.infer<typeof bulk>;

/** GET /api/bulk/{id}, and the response of POST /api/bulk/{id}/pause, /resume and /cancel. */
export const bulkDetail = bulk
  .extend({
    /** The first two hundred failed or refused rows. Empty after the row data was removed. */
    problems: z.array(bulkProblem),
  })
  .meta({ id: 'BulkSend' });
export type BulkDetail = z.infer<typeof bulkDetail>;

/** POST /api/bulk/{id}/remind. Continues after this line of the file. */
export const remindBulkBody = z.object({ after: z.number().int().min(0).default(0) });

/**
 * Documents for which reminders were or were not sent. `next` is the value of `after` for the next request; null
 * if no documents are left.
 */
export const remindBulkAnswer = severalAnswer.extend({ next: z.number().int().nullable() });

const controlRefusals = ['not-found', 'bulk-ended'] as const;
const unreadableFile = [
  'not-found',
  'template-without-file',
  'template-roles-mismatch',
  'bulk-file-unreadable',
  'bulk-column-unknown',
  'access-code-required',
  'bulk-file-too-long',
  'bulk-cell-too-long',
] as const;

export const bulkRows = defineRoutes({
  readBulkSample: {
    at: 'GET /api/templates/{id}/bulk/sample',
    summary: 'Download a sample CSV file for a template',
    caller: 'member',
    permission: 'template.use',
    apiKey: 'live',
    answers: { 200: file('text/csv') },
    refusals: ['not-found'],
  },
  previewBulk: {
    at: 'POST /api/templates/{id}/bulk/preview',
    summary: 'Preview what a bulk send would send',
    caller: 'confirmed',
    permission: 'template.use',
    apiKey: 'live',
    idempotency: 'stored-response',
    heavy: true,
    body: previewBulkBody,
    maxBodyBytes: MAX_BULK_BODY_BYTES,
    answers: { 200: bulkPreview },
    refusals: unreadableFile,
  },
  startBulk: {
    at: 'POST /api/templates/{id}/bulk',
    summary: 'Start a bulk send',
    caller: 'confirmed',
    permission: 'document.send',
    apiKey: 'live',
    idempotency: 'stored-response',
    heavy: true,
    body: startBulkBody,
    maxBodyBytes: MAX_BULK_BODY_BYTES,
    answers: { 201: bulkDetail },
    refusals: [
      ...unreadableFile,
      ...referencing,
      'bulk-nothing-to-send',
      'plan-limit-documents',
      'expiration-invalid',
    ],
  },
  listBulks: {
    at: 'GET /api/bulk',
    summary: 'List the newest bulk sends',
    caller: 'member',
    permission: 'document.read',
    apiKey: 'live',
    query: listBulkQuery,
    answers: { 200: z.array(bulk) },
    refusals: [],
  },
  readBulk: {
    at: 'GET /api/bulk/{id}',
    summary: 'Get the progress of a bulk send',
    caller: 'member',
    permission: 'document.read',
    apiKey: 'live',
    answers: { 200: bulkDetail },
    refusals: ['not-found'],
  },
  pauseBulk: {
    at: 'POST /api/bulk/{id}/pause',
    summary: 'Pause a bulk send',
    caller: 'member',
    permission: 'document.send',
    apiKey: 'live',
    idempotency: 'stored-response',
    answers: { 200: bulkDetail },
    refusals: controlRefusals,
  },
  resumeBulk: {
    at: 'POST /api/bulk/{id}/resume',
    summary: 'Resume a bulk send',
    caller: 'confirmed',
    permission: 'document.send',
    apiKey: 'live',
    idempotency: 'stored-response',
    answers: { 200: bulkDetail },
    refusals: controlRefusals,
  },
  cancelBulk: {
    at: 'POST /api/bulk/{id}/cancel',
    summary: 'Cancel the remaining rows of a bulk send',
    caller: 'member',
    permission: 'document.send',
    apiKey: 'live',
    idempotency: 'stored-response',
    answers: { 200: bulkDetail },
    refusals: controlRefusals,
  },
  remindBulk: {
    at: 'POST /api/bulk/{id}/remind',
    summary: 'Remind the recipients of a bulk send who have not acted, up to 200 documents per request',
    caller: 'confirmed',
    permission: 'document.manage',
    apiKey: 'live',
    idempotency: 'stored-response',
    heavy: true,
    body: remindBulkBody,
    answers: { 200: remindBulkAnswer },
    refusals: ['not-found'],
  },
});
