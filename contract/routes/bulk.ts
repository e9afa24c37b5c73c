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
  readBulkSample: { summary: 'A CSV file to fill in', who, answers: csv, refusals: ['not-found'] },
  previewBulk: {
    ...{
      summary: 'What a file would send',
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
      summary: 'Begin a bulk send',
      who: 'confirmed',
      heavy: true,
      body: startBulkBody,
      largestBody: MAX_BULK_BODY_BYTES,
    },
    answers: { 201: bulkDetail },
    refusals: [...unreadable, 'bulk-nothing-to-send', 'plan-limit-documents'],
  },
  listBulks: {
    ...{ summary: 'The newest bulk sends', who, query: listBulkQuery },
    answers: { 200: z.array(bulk) },
    refusals: [],
  },
  readBulk: { summary: 'How far a bulk send is', who, answers, refusals: ['not-found'] },
  pauseBulk: { summary: 'Pause a bulk send', who, answers, refusals: steering },
  resumeBulk: { summary: 'Go on with a bulk send', who: 'confirmed', answers, refusals: steering },
  cancelBulk: { summary: 'Send no more rows', who, answers, refusals: steering },
  readBulkResult: {
    ...{ summary: 'What became of each row, as CSV', who },
    answers: csv,
    refusals: ['not-found'],
  },
});
