import type { Kysely } from 'kysely';
import type { FirstPages } from './ceremony/first-pages.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Schema } from './db/schema.ts';
import type { Thumbnails } from './files/thumbnails.ts';
import type { UploadTurns } from './files/upload-turns.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { TrailLog } from './log/open-log.ts';
import type { ParseApart } from './parsing/parse-apart.ts';
import type { Clock } from './ports/clock.ts';
import type { DocxConverter } from './ports/docx-converter.ts';
import type { FileScanner } from './ports/file-scanner.ts';
import type { FileStore } from './ports/file-store.ts';
import type { Mailer } from './ports/mailer.ts';
import type { DomainRecords } from './ports/domain-records.ts';
import type { OutboundPost } from './ports/outbound-post.ts';
import type { PaymentProvider } from './ports/payment-provider.ts';
import type { PdfEngine } from './ports/pdf-engine.ts';
import type { SealKey } from './ports/seal-key.ts';
import type { TimestampAuthorities } from './ports/timestamps.ts';
import type { PlanSetting } from './records/plan-store.ts';
import type { SealableCheck } from './sealing/check-sealable.ts';
import type { SealedTrails } from './trail/sealed-trails.ts';

/**
 * The one bag: what the acts of every room work with, opened once in open-services.ts. An act that is also called
 * with less, as tests do, says by Pick what it needs.
 */
export type Services = {
  config: Config;
  database: Database;
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  pdf: PdfEngine;
  docx: DocxConverter;
  /** Looks for malware in what is handed in. */
  scanner: FileScanner;
  /** Calls addresses that members chose. */
  outbound: OutboundPost;
  domains: DomainRecords;
  key: SealKey;
  /** Who says when a seal was there; undefined: nobody but our own clock. */
  timestamps: TimestampAuthorities | undefined;
  provider: PaymentProvider;
  /** Reads large texts of users. */
  parsing: ParseApart;
  mailer: Mailer;
  /** For what has no address to go to. */
  outbox: Mailer;
  clock: Clock;
  plans: PlanSetting;
  /** NEW_ACCOUNT_MAILS; null: the accounts here are no strangers to each other. */
  newAccountMails?: number | null;
  publicUrl: string;
  /** Whom our mails are from, and where reports about them go. */
  from: { name: string; address: string };
  bounces?: string | undefined;
  /** Makes signing links genuine. */
  linkKey: Uint8Array;
  /** Encrypts what somebody entered and has not signed yet. */
  draftKey: Uint8Array;
  unsubscribeKey: Uint8Array;
  mailChoiceKey: Uint8Array;
  identityLinkKey: Uint8Array;
  /** Makes the links genuine by which somebody confirms what they asked for by a public form. */
  formKey: Uint8Array;
  /** Makes the links genuine by which somebody reads what is held about them. */
  ownDataKey: Uint8Array;
  /** Encrypts the secrets with which webhooks are signed. */
  webhookKey: Buffer;
  replyToKey: Uint8Array;
  /** In which order the uploads of an account are let in. */
  uploads: UploadTurns;
  thumbnails: Thumbnails;
  firstPages: FirstPages;
  /** The same for mails, smaller. */
  mailPages: FirstPages;
  /** The trails as they are sealed in files. */
  sealedTrails: SealedTrails;
  /** All events, in an order that nobody can change without it being seen. */
  log: TrailLog;
  /** The trial before a document is sent. */
  sealable: SealableCheck;
};
