import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';
import type { SealedTrails } from '../../records/trail/sealed-trails.ts';

/** Pictures of first pages, which are attached to emails. */
export type PagePictures = {
  /** Returns a PNG of a stored file's first page; undefined if it cannot be rendered. */
  of(fileSha256: string, account: string): Promise<Uint8Array | undefined>;
};

/** The part of the transparency log that emails need to print its newest head. */
export type LogHeads = {
  grow(): Promise<boolean>;
  newest(): Promise<{ checkpoint: string } | undefined>;
};

/** Dependencies for composing an email about a document. */
export type ComposeMailDeps = {
  config: Config;
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  clock: Clock;
  plans: PlanSetting;
  /** NEW_ACCOUNT_MAILS; null if the operator knows all accounts. */
  newAccountMails?: number | null;
  publicUrl: string;
  /** Sender of the emails, and the address for bounces. */
  from: { name: string; address: string };
  bounces?: string | undefined;
  /** Key that authenticates signing links. */
  linkKey: Uint8Array;
  unsubscribeKey: Uint8Array;
  mailChoiceKey: Uint8Array;
  mailPages: PagePictures;
  sealedTrails: SealedTrails;
  log: LogHeads;
};

export type MailDeps = ComposeMailDeps & {
  mailer: Mailer;
  /** Used for emails whose destination is not configured. */
  outbox: Mailer;
  identityLinkKey: Uint8Array;
};
