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
  showLog: { ...{ summary: 'The heads of the log, to read', who, answers: { 200: page } }, refusals: [] },
  readLog: {
    ...{ summary: 'The newest heads of the log, and what authorities for time say of them', who },
    answers: { 200: logAnswer },
    refusals: [],
  },
  readCheckpoint: {
    ...{ summary: 'The newest head of the log, as a signed note', who, answers: { 200: file('text/plain') } },
    refusals: ['not-found'],
  },
  readLogProof: {
    ...{ summary: 'That the event with this hash is in the log', who },
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    answers: { 200: file('text/plain') },
    refusals: ['not-found'],
  },
  readLogSince: {
    ...{ summary: 'That the log goes on from the head over so many events', who },
    params: z.object({ size: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    answers: { 200: sinceAnswer },
    refusals: ['not-found'],
  },
  readLogKeys: {
    ...{
      summary: 'The keys by which heads of the log are trusted, one on each line, with the earlier ones',
      who,
    },
    answers: { 200: file('text/plain') },
    refusals: [],
  },
  readLogEvent: {
    ...{ summary: 'Whether an event with this hash was recorded here', who },
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    answers: { 200: eventAnswer },
    refusals: [],
  },
});
