import { z } from 'zod';
import { defineRoutes, file, page } from '../route.ts';

/** A tree head of the log: a signed note in the C2SP format, and the key that signed it. */
const head = z.object({
  size: z.number().int(),
  checkpoint: z.string(),
  key: z.string(),
  signedAt: z.string(),
});

export const logAnswer = z.object({
  /** True while signing is suspended because the log does not extend the last signed tree head. */
  isStalled: z.boolean(),
  /** Tree heads, newest first. */
  heads: z.array(head),
  /** Timestamp tokens (RFC 3161, base64), each over the text of a checkpoint. */
  anchors: z.array(head.extend({ stampedAt: z.string(), token: z.string() })),
});

export const sinceAnswer = z.object({
  key: z.string(),
  checkpoint: z.string(),
  from: z.number().int(),
  /** Consistency proof (RFC 9162, 2.1.4) in base64. */
  consistency: z.array(z.string()),
});

export const eventAnswer = z.object({ known: z.boolean() });

/**
 * The transparency log, with which anyone can verify that records are never rewritten. It contains hashes but no
 * personal data.
 */
export const logRows = defineRoutes({
  showLog: {
    at: 'GET /log',
    summary: 'Show the log’s tree heads as a page',
    caller: 'anyone',
    answers: { 200: page },
    refusals: [],
  },
  readLog: {
    at: 'GET /api/log',
    summary: 'List the log’s newest tree heads with their timestamps',
    caller: 'anyone',
    answers: { 200: logAnswer },
    refusals: [],
  },
  readCheckpoint: {
    at: 'GET /api/log/checkpoint',
    summary: 'Get the log’s newest tree head as a signed note',
    caller: 'anyone',
    answers: { 200: file('text/plain') },
    refusals: ['not-found'],
  },
  readLogProof: {
    at: 'GET /api/log/proof/{hash}',
    summary: 'Get the proof that the log contains the event with this hash',
    caller: 'anyone',
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    answers: { 200: file('text/plain') },
    refusals: ['not-found'],
  },
  readLogSince: {
    at: 'GET /api/log/since/{size}',
    summary: 'Get the proof that the log extends an earlier tree head',
    caller: 'anyone',
    params: z.object({ size: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    answers: { 200: sinceAnswer },
    refusals: ['not-found'],
  },
  readLogKeys: {
    at: 'GET /api/log/keys',
    summary: 'List the current and earlier public keys of the log, one per line',
    caller: 'anyone',
    answers: { 200: file('text/plain') },
    refusals: [],
  },
  readLogEvent: {
    at: 'GET /api/log/events/{hash}',
    summary: 'Check whether an event with this hash was recorded',
    caller: 'anyone',
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    answers: { 200: eventAnswer },
    refusals: [],
  },
});
