import { z } from 'zod';

/** Settings of a kind of job; defaults are in DEFAULT_SETTINGS. */
export interface JobSettings {
  /** Maximum number of concurrent runs per process. */
  concurrency: number;
  /** Number of attempts, including the first, before the job is given up and kept as failed. */
  tries: number;
  /**
   * Delay before the second attempt in seconds; doubles with each attempt, with jitter, up to
   * `maxWaitSeconds`.
   */
  initialWaitSeconds: number;
  maxWaitSeconds: number;
  /** A run that takes longer is aborted and counts as failed. */
  expireSeconds: number;
}

export const DEFAULT_SETTINGS: JobSettings = {
  concurrency: 2,
  tries: 8,
  initialWaitSeconds: 2,
  maxWaitSeconds: 600,
  expireSeconds: 120,
};

export interface JobDefinition<Payload = unknown> {
  /** Payloads are validated when they are enqueued and again when they are read. */
  payload: z.ZodType<Payload>;
  settings?: Partial<JobSettings>;
}

const id = z.uuid();

/**
 * A mail server may be down for days: 2, 4, 8 … 600 seconds apart, for about a week (F-03). An email that
 * reached a mail server is given up earlier, after a day (server/messages/mail/send-mail.ts). A slow server may
 * respond late, after the mailer's own timeout, which ends each attempt before the job expires: a job given
 * to another worker during an attempt would email twice.
 */
const mailing: Partial<JobSettings> = { tries: 1000, expireSeconds: 1200 };

/** All kinds of jobs. A payload only contains row ids, never row contents. */
export const jobs = {
  'seal-document': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // No one can sign again, so a full disk or a weekend must not end it: retries for about a week.
    settings: { concurrency: 1, expireSeconds: 300, tries: 1000 },
  },
  'seal-ending': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // Not urgent, and can be requested again: retries for about a day.
    settings: { concurrency: 1, tries: 150, expireSeconds: 300 },
  },
  'seal-files': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // As for seal-ending. Each of up to 20 files takes as long as the seal of a document.
    settings: { concurrency: 1, tries: 150, expireSeconds: 900 },
  },
  'strengthen-document': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // The document records that it is due, so a job that was given up is enqueued again.
    settings: { concurrency: 1, tries: 3, expireSeconds: 300 },
  },
  'send-mail': {
    payload: z.strictObject({ accountId: id, mailId: id }),
    settings: { ...mailing, concurrency: 4 },
  },
  'send-bulk': {
    payload: z.strictObject({ accountId: id, bulkId: id }),
    // Filling in the Word file of a row may take two minutes on a busy machine.
    settings: { concurrency: 1, tries: 150, expireSeconds: 900 },
  },
  'release-files': {
    payload: z.strictObject({ accountId: id, files: z.array(z.string().regex(/^[0-9a-f]{64}$/)) }),
    settings: { concurrency: 1, tries: 50 },
  },
  'read-files': {
    payload: z.strictObject({ prefix: z.string().regex(/^[0-9a-f]{2}$/) }),
    // An unavailable store is retried; a damaged file remains so and appears as a failed job.
    settings: { concurrency: 1, tries: 4, initialWaitSeconds: 60, expireSeconds: 3 * 3600 },
  },
  'send-identity-mail': {
    payload: z.strictObject({ mailId: id }),
    settings: mailing,
  },
  'send-support-message': {
    payload: z.strictObject({ messageId: id }),
    settings: { ...mailing, concurrency: 1 },
  },
  'send-support-reply': {
    payload: z.strictObject({ replyId: id }),
    settings: { ...mailing, concurrency: 1 },
  },
  'send-report': {
    payload: z.strictObject({ accountId: id, reportId: id }),
    settings: { ...mailing, concurrency: 1 },
  },
  'make-export': {
    payload: z.strictObject({ accountId: id, exportId: id }),
    // Half a night for the largest account; after a crash it starts again.
    settings: { concurrency: 1, tries: 20, expireSeconds: 6 * 3600 },
  },
  'send-reply-to-mail': {
    payload: z.strictObject({ accountId: id, askId: id }),
    settings: { ...mailing, concurrency: 1 },
  },
  'send-form-mail': {
    payload: z.strictObject({ accountId: id, entryId: id }),
    settings: mailing,
  },
  'send-own-data-mail': {
    payload: z.strictObject({ askId: id }),
    settings: { ...mailing, concurrency: 1 },
  },
  'read-subscription': {
    payload: z.strictObject({ accountId: id }),
    // A provider may be down for a day (F-21); its data is not lost and is read later.
    settings: { concurrency: 2, tries: 300, expireSeconds: 60 },
  },
  'end-subscription': {
    payload: z.strictObject({ accountId: id }),
    // Otherwise a customer would be charged for something unusable: retries for about a week.
    settings: { concurrency: 1, tries: 1000, expireSeconds: 60 },
  },
  'deliver-sandbox-event': {
    payload: z.strictObject({ eventId: z.string() }),
    settings: { concurrency: 2, tries: 30 },
  },
} satisfies Record<string, JobDefinition>;

/** The kinds of jobs that send an email. */
export const mailJobs = [
  ...(['send-mail', 'send-identity-mail', 'send-support-message', 'send-support-reply'] as const),
  ...(['send-report', 'send-reply-to-mail', 'send-form-mail', 'send-own-data-mail'] as const),
] satisfies (keyof typeof jobs)[];

export type JobDefinitions = Record<string, JobDefinition>;

/** Payload types by job name, from a table of definitions. */
export type PayloadsOf<Definitions extends JobDefinitions> = {
  [Name in keyof Definitions & string]: z.output<Definitions[Name]['payload']>;
};

export type JobPayloads = PayloadsOf<typeof jobs>;
