import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { SealedTrails } from '../../records/trail/sealed-trails.ts';

/** Pictures of first pages, attached to mails. */
export type PagePictures = {
  /** Returns a PNG of the first page of a stored file; undefined if it cannot be rendered. */
  of(fileSha256: string, account: string): Promise<Uint8Array | undefined>;
};

/** The transparency log, as far as mails print its newest head. */
export type LogHeads = {
  grow(): Promise<boolean>;
  newest(): Promise<{ checkpoint: string } | undefined>;
};

/** Needed to write a mail about a document. */
export type ComposeMailDeps = {
  config: Config;
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  clock: Clock;
  plans: PlanSetting;
  /** NEW_ACCOUNT_MAILS; null if all accounts belong to known people. */
  newAccountMails?: number | null;
  publicUrl: string;
  /** Sender of our mails, and the address that bounces go to. */
  from: { name: string; address: string };
  bounces?: string | undefined;
  /** Authenticates signing links. */
  linkKey: Uint8Array;
  unsubscribeKey: Uint8Array;
  mailChoiceKey: Uint8Array;
  mailPages: PagePictures;
  sealedTrails: SealedTrails;
  log: LogHeads;
};

export type MailDeps = ComposeMailDeps & {
  mailer: Mailer;
  /** For mail without a configured destination. */
  outbox: Mailer;
  identityLinkKey: Uint8Array;
};
