import { z } from 'zod';
import { bulkRowStates, bulkStates } from '#core/bulk/bulk.ts';
import { refusalCodes } from '#core/refusal.ts';
import { formatsChange } from './formats.ts';

/** Bytes of a request body with a CSV file in it. */
export const largestBulkBody = 8 * 1024 * 1024;

const instant = z.string();
const csv = z.string().max(largestBulkBody);

/** POST /api/templates/{id}/bulk/preview: nothing is written. Dates of the file are read in `formats`. */
export const previewBulkBody = z.object({ csv, formats: formatsChange.default({}) });
export type PreviewBulkBody = z.input<typeof previewBulkBody>;

/** A person of a row, by the name of their role. */
const rowPerson = z.object({ role: z.string(), email: z.string(), name: z.string() });

/** A row that will not be sent, or was not: why, as a problem says it. */
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
  /** Those that can be sent, repeated ones included. */
  good: z.number().int(),
  wrong: z.number().int(),
  repeated: z.number().int(),
  /** The first hundred of those that are wrong. */
  problems: z.array(bulkProblem),
  /** The first of those that can be sent; `repeats` is the line of the row that says the same. */
  first: z.array(
    z.object({
      line: z.number().int(),
      title: z.string(),
      people: z.array(rowPerson),
      repeats: z.number().int().nullable(),
    }),
  ),
  /** Labels of the fields that a column fills. */
  filled: z.array(z.string()),
  /** Columns that mean nothing for this template. */
  ignored: z.array(z.string()),
  /** Documents that the plan has left this month; null without a limit. */
  documentsLeft: z.number().int().nullable(),
});
export type BulkPreview = z.infer<typeof bulkPreview>;

/** POST /api/templates/{id}/bulk. `id` is chosen by the client: asked twice, it begins once. */
export const startBulkBody = z.object({
  id: z.uuid(),
  csv,
  fileName: z.string().max(255),
  /** Left out it is what the order numbers of the template's roles mean. */
  signingOrder: z.enum(['parallel', 'sequential']).optional(),
  /** Left out it is what the template says, and 30 where it says nothing. */
  expirationDays: z.number().int().min(1).max(365).optional(),
  /** In the place of those of the template, for every row. */
  formats: formatsChange.default({}),
  /** Whether rows are sent too that repeat an earlier one. */
  sendRepeated: z.boolean().default(false),
});
export type StartBulkBody = z.input<typeof startBulkBody>;

/** GET /api/bulk: the newest fifty, of one template when it is named. */
export const listBulkQuery = z.object({ template: z.string().max(100).optional() });

export const bulk = z.object({
  id: z.string(),
  templateId: z.string(),
  templateName: z.string(),
  fileName: z.string(),
  state: z.enum(bulkStates),
  /** The code of the refusal that paused it; null when its sender did. */
  pausedBy: z.string().nullable(),
  /** Rows by what became of them. Those that are to be sent: waiting, sent, failed and cancelled. */
  counts: z.record(z.enum(bulkRowStates), z.number().int()),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** When names, addresses and values were taken out of its rows, some time after its end; the counts stay. */
  rowsForgottenAt: instant.nullable(),
});
export type BulkView = z.infer<typeof bulk>;

/** GET /api/bulk/{id}, and the answer to POST /api/bulk/{id}/pause, /resume and /cancel. */
export const bulkDetail = bulk
  .extend({
    /** The first two hundred rows that failed or were refused; none once rows are forgotten. */
    problems: z.array(bulkProblem),
  })
  .meta({ id: 'BulkSend' });
export type BulkDetail = z.infer<typeof bulkDetail>;
