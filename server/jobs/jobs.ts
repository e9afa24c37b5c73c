import { z } from 'zod';

/** How a kind of job is run; what is left out is as in DEFAULT_SETTINGS. */
export interface JobSettings {
  /** How many run at the same time in one process. */
  concurrency: number;
  /** Runs until it is given up and kept as failed, the first included. */
  tries: number;
  /** Wait before the second try in seconds; doubles with each try, with jitter, up to `slowestSeconds`. */
  firstWaitSeconds: number;
  slowestSeconds: number;
  /** A run that takes longer is aborted and counts as failed. */
  expireSeconds: number;
}

export const DEFAULT_SETTINGS: JobSettings = {
  concurrency: 2,
  tries: 8,
  firstWaitSeconds: 2,
  slowestSeconds: 600,
  expireSeconds: 120,
};

export interface JobDefinition<Payload = unknown> {
  /** Payloads are parsed when they are enqueued and again when they come out of the database. */
  payload: z.ZodType<Payload>;
  settings?: Partial<JobSettings>;
}

const id = z.uuid();

/**
 * A mail server may be down for days: 2, 4, 8 … 600 seconds apart, for about a week (F-03). An email that reached a mail
 * server is given up earlier, after a day (server/mail/send-mail.ts). And a server may take its time to answer, longer than the patience of the mailer, which ends each try before the job does: a job that
 * were given to another worker in the middle of a try would mail twice.
 */
const mailing: Partial<JobSettings> = { tries: 1000, expireSeconds: 1200 };

/** Every kind of job there is. A payload names rows and never carries what they say. */
export const jobs = {
  'seal-document': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // Nobody can sign again, so it is not given up for a full disk or a weekend: for about a week.
    settings: { concurrency: 1, expireSeconds: 300, tries: 1000 },
  },
  'seal-ending': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // Nobody waits for it, and it can be asked for again: for about a day.
    settings: { concurrency: 1, tries: 150, expireSeconds: 300 },
  },
  'strengthen-document': {
    payload: z.strictObject({ accountId: id, documentId: id }),
    // The document says what is due: a job that was given up is found again.
    settings: { concurrency: 1, tries: 3, expireSeconds: 300 },
  },
  'send-mail': {
    payload: z.strictObject({ accountId: id, mailId: id }),
    settings: { ...mailing, concurrency: 4 },
  },
  'send-bulk': {
    payload: z.strictObject({ accountId: id, bulkId: id }),
    settings: { concurrency: 1, tries: 150 },
  },
  'release-files': {
    payload: z.strictObject({ accountId: id, files: z.array(z.string().regex(/^[0-9a-f]{64}$/)) }),
    settings: { concurrency: 1, tries: 50 },
  },
  'read-files': {
    payload: z.strictObject({ prefix: z.string().regex(/^[0-9a-f]{2}$/) }),
    // A store that is away is tried again; what is damaged stays so, and is shown as a job that was given up.
    settings: { concurrency: 1, tries: 4, firstWaitSeconds: 60, expireSeconds: 3 * 3600 },
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
    // Half a night for the largest account; one whose maker was killed begins anew.
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
    // A provider may be down for a day (F-21); what it holds is not lost, and is read when it is back.
    settings: { concurrency: 2, tries: 300, expireSeconds: 60 },
  },
  'end-subscription': {
    payload: z.strictObject({ accountId: id }),
    // Somebody would be charged for what nobody can use: for about a week.
    settings: { concurrency: 1, tries: 1000, expireSeconds: 60 },
  },
  'deliver-sandbox-event': {
    payload: z.strictObject({ eventId: z.string() }),
    settings: { concurrency: 2, tries: 30 },
  },
} satisfies Record<string, JobDefinition>;

/** The kinds that hand an email over. */
export const mailJobs = [
  ...(['send-mail', 'send-identity-mail', 'send-support-message', 'send-support-reply'] as const),
  ...(['send-report', 'send-reply-to-mail', 'send-form-mail', 'send-own-data-mail'] as const),
] satisfies (keyof typeof jobs)[];

export type JobDefinitions = Record<string, JobDefinition>;

/** Name → payload, of a table of definitions. */
export type PayloadsOf<Definitions extends JobDefinitions> = {
  [Name in keyof Definitions & string]: z.output<Definitions[Name]['payload']>;
};

export type JobPayloads = PayloadsOf<typeof jobs>;
