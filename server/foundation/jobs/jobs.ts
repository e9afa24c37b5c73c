import { z } from 'zod';

/** Settings for a kind of job. DEFAULT_SETTINGS has the defaults. */
export interface JobSettings {
  /** Maximum number of concurrent runs per process. */
  concurrency: number;
  /** Number of attempts, including the first, before the queue gives up the job and stores it as failed. */
  tries: number;
  /** Seconds before the second attempt. Doubles with each attempt, with jitter, up to `maxWaitSeconds`. */
  initialWaitSeconds: number;
  maxWaitSeconds: number;
  /** A run that takes longer than this is aborted and counts as failed. */
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
  /** Payloads are validated both when they are enqueued and when they are read. */
  payload: z.ZodType<Payload>;
  settings?: Partial<JobSettings>;
}

const id = z.uuid();

/**
 * A mail server may be down for days, so attempts are 2, 4, 8 … 600 seconds apart, for about a week (F-03).
 * An email that reached a mail server is given up earlier, after a day (server/messages/mail/send-mail.ts).
 * Each attempt must end by the mailer's own timeout before the job expires. Otherwise another worker could
 * start the job during an attempt, and the email would be sent twice.
 */
const mailing: Partial<JobSettings> = { tries: 1000, expireSeconds: 1200 };

/** All kinds of jobs. Payloads contain only row ids, never the contents of rows. */
export const jobs = {
  'seal-document': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // No one can sign again, so neither a full disk nor a weekend may end this job. It is retried for about a
    // week.
    settings: { concurrency: 1, expireSeconds: 300, tries: 1000 },
  },
  'seal-ending': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // Not urgent, and users can request it again, so it is retried for about a day.
    settings: { concurrency: 1, tries: 150, expireSeconds: 300 },
  },
  'seal-files': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // Retried like seal-ending. Each of up to 20 files takes as long as the seal of a document.
    settings: { concurrency: 1, tries: 150, expireSeconds: 900 },
  },
  'strengthen-document': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // The document's row says that it is due, so another job is enqueued if this one is given up.
    settings: { concurrency: 1, tries: 3, expireSeconds: 300 },
  },
  'send-mail': {
    payload: z.strictObject({ accountId: id, mailId: id }),
    settings: { ...mailing, concurrency: 4 },
  },
  'send-bulk': {
    payload: z.strictObject({ accountId: id, bulkId: id }),
    // On a busy machine, filling in a row's Word file may take two minutes.
    settings: { concurrency: 1, tries: 150, expireSeconds: 900 },
  },
  'release-files': {
    payload: z.strictObject({ accountId: id, files: z.array(z.string().regex(/^[0-9a-f]{64}$/)) }),
    settings: { concurrency: 1, tries: 50 },
  },
  'read-files': {
    payload: z.strictObject({ prefix: z.string().regex(/^[0-9a-f]{2}$/) }),
    // Retries help if the store is unavailable. A damaged file stays damaged and is shown as a failed job.
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
    // The largest account takes half a night. After a crash, the job starts again from the beginning.
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
    // A provider may be down for a day (F-21). Its data is not lost and can be read later.
    settings: { concurrency: 2, tries: 300, expireSeconds: 60 },
  },
  'end-subscription': {
    payload: z.strictObject({ accountId: id }),
    // Retried for about a week. Otherwise a customer would be charged for something unusable.
    settings: { concurrency: 1, tries: 1000, expireSeconds: 60 },
  },
  'deliver-sandbox-event': {
    payload: z.strictObject({ eventId: z.string() }),
    settings: { concurrency: 2, tries: 30 },
  },
} satisfies Record<string, JobDefinition>;

/** Kinds of jobs that send an email. */
export const mailJobs = [
  ...(['send-mail', 'send-identity-mail', 'send-support-message', 'send-support-reply'] as const),
  ...(['send-report', 'send-reply-to-mail', 'send-form-mail', 'send-own-data-mail'] as const),
] satisfies (keyof typeof jobs)[];

export type JobDefinitions = Record<string, JobDefinition>;

/** Type of each job's payload, derived from a table of definitions. */
export type PayloadsOf<Definitions extends JobDefinitions> = {
  [Name in keyof Definitions & string]: z.output<Definitions[Name]['payload']>;
};

export type JobPayloads = PayloadsOf<typeof jobs>;
