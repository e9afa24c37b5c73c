import { z } from 'zod';
import {
  bulk,
  bulkDetail,
  bulkPreview,
  MAX_BULK_BODY_BYTES,
  listBulkQuery,
  previewBulkBody,
  startBulkBody,
} from '../bulk.ts';
import { bulkPaths } from '../paths.ts';
import { file, routesAt } from '../route.ts';

const who = 'member';
const answers = { 200: bulkDetail };
const csv = { 200: file('text/csv') };
const steering = ['not-found', 'bulk-over'] as const;
const unreadable = [
  ...[
    'not-found',
    'template-without-file',
    'template-roles-mismatch',
    'bulk-file-unreadable',
    'access-code-needed',
  ],
  ...['bulk-file-too-long', 'bulk-cell-too-long'],
] as const;

export const bulkRows = routesAt(bulkPaths, {
  readBulkSample: {
    summary: 'Download a sample CSV file for a template',
    who,
    answers: csv,
    refusals: ['not-found'],
  },
  previewBulk: {
    ...{
      summary: 'Preview what a bulk send would send',
      who: 'confirmed',
      heavy: true,
      body: previewBulkBody,
      largestBody: MAX_BULK_BODY_BYTES,
    },
    answers: { 200: bulkPreview },
    refusals: unreadable,
  },
  startBulk: {
    ...{
      summary: 'Start a bulk send',
      who: 'confirmed',
      heavy: true,
      body: startBulkBody,
      largestBody: MAX_BULK_BODY_BYTES,
    },
    answers: { 201: bulkDetail },
    refusals: [...unreadable, 'bulk-nothing-to-send', 'plan-limit-documents'],
  },
  listBulks: {
    ...{ summary: 'List the newest bulk sends', who, query: listBulkQuery },
    answers: { 200: z.array(bulk) },
    refusals: [],
  },
  readBulk: { summary: 'Get the progress of a bulk send', who, answers, refusals: ['not-found'] },
  pauseBulk: { summary: 'Pause a bulk send', who, answers, refusals: steering },
  resumeBulk: { summary: 'Resume a bulk send', who: 'confirmed', answers, refusals: steering },
  cancelBulk: { summary: 'Cancel the remaining rows of a bulk send', who, answers, refusals: steering },
  readBulkResult: {
    ...{ summary: 'Download the result of each row as CSV', who },
    answers: csv,
    refusals: ['not-found'],
  },
});
