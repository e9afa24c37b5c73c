import type { Kysely } from 'kysely';
import type { FirstPages } from './signing/ceremony/first-pages.ts';
import type { Config } from './foundation/config/config.ts';
import type { Database } from './foundation/db/database.ts';
import type { Schema } from './foundation/db/schema.ts';
import type { Thumbnails } from './documents/files/thumbnails.ts';
import type { UploadTurns } from './documents/files/upload-turns.ts';
import type { JobQueue } from './foundation/jobs/job-queue.ts';
import type { TrailLog } from './evidence/log/open-log.ts';
import type { ParseApart } from './foundation/parsing/parse-apart.ts';
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
import type { SealableCheck } from './evidence/preflight/check-sealable.ts';
import type { SealedTrails } from './records/trail/sealed-trails.ts';

/**
 * Application services, created once in open-services.ts. Functions take `Pick<Services, …>` of what they
 * use, so that tests can pass less.
 */
export type Services = {
  config: Config;
  database: Database;
  db: Kysely<Schema>;
  jobs: JobQueue;
  files: FileStore;
  pdf: PdfEngine;
  docx: DocxConverter;
  /** Malware scanner for uploads. */
  scanner: FileScanner;
  /** Calls URLs that members configured. */
  outbound: OutboundPost;
  domains: DomainRecords;
  key: SealKey;
  /** Timestamp authorities; undefined uses our own clock. */
  timestamps: TimestampAuthorities | undefined;
  provider: PaymentProvider;
  /** Parses large user input in a worker. */
  parsing: ParseApart;
  mailer: Mailer;
  /** For mail without a configured destination. */
  outbox: Mailer;
  clock: Clock;
  plans: PlanSetting;
  /** NEW_ACCOUNT_MAILS; null if the accounts are not strangers to each other. */
  newAccountMails?: number | null;
  publicUrl: string;
  /** Sender of our mails, and the address that bounces go to. */
  from: { name: string; address: string };
  bounces?: string | undefined;
  /** Authenticates signing links. */
  linkKey: Uint8Array;
  /** Encrypts draft entries of signers. */
  draftKey: Uint8Array;
  unsubscribeKey: Uint8Array;
  mailChoiceKey: Uint8Array;
  identityLinkKey: Uint8Array;
  /** Authenticates links that confirm requests made through a public form. */
  formKey: Uint8Array;
  /** Authenticates links for reading one's own personal data. */
  ownDataKey: Uint8Array;
  /** Encrypts the signing secrets of webhooks. */
  webhookKey: Buffer;
  replyToKey: Uint8Array;
  /** Limits and orders the uploads per account. */
  uploads: UploadTurns;
  thumbnails: Thumbnails;
  firstPages: FirstPages;
  /** The same for mails, smaller. */
  mailPages: FirstPages;
  /** The audit trails as sealed in files. */
  sealedTrails: SealedTrails;
  /** The transparency log of all events, whose order cannot be changed unnoticed. */
  log: TrailLog;
  /** The seal preflight before a document is sent. */
  sealable: SealableCheck;
};
