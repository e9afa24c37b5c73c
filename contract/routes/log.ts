import { z } from 'zod';
import { eventAnswer, logAnswer, sinceAnswer } from '../log.ts';
import { logPaths } from '../paths.ts';
import { file, page, routesAt } from '../route.ts';

const who = 'anyone';

/**
 * The transparency log, with which anyone can verify that it is never rewritten. It contains hashes and no
 * personal data.
 */
export const logRows = routesAt(logPaths, {
  showLog: {
    ...{ summary: 'Show the heads of the log as a page', who, answers: { 200: page } },
    refusals: [],
  },
  readLog: {
    ...{ summary: 'List the newest heads of the log with their timestamps', who },
    answers: { 200: logAnswer },
    refusals: [],
  },
  readCheckpoint: {
    ...{
      summary: 'Get the newest head of the log as a signed note',
      who,
      answers: { 200: file('text/plain') },
    },
    refusals: ['not-found'],
  },
  readLogProof: {
    ...{ summary: 'Get the proof that the log contains the event with this hash', who },
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    answers: { 200: file('text/plain') },
    refusals: ['not-found'],
  },
  readLogSince: {
    ...{ summary: 'Get the proof that the log extends an earlier head', who },
    params: z.object({ size: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    answers: { 200: sinceAnswer },
    refusals: ['not-found'],
  },
  readLogKeys: {
    ...{
      summary: 'List the current and earlier public keys of the log, one per line',
      who,
    },
    answers: { 200: file('text/plain') },
    refusals: [],
  },
  readLogEvent: {
    ...{ summary: 'Check whether an event with this hash was recorded', who },
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    answers: { 200: eventAnswer },
    refusals: [],
  },
});
