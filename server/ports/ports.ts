import type { Database } from '../foundation/db/database.ts';
import type { Clock } from './clock.ts';
import type { DocxConverter } from './docx-converter.ts';
import type { FileDestinations } from './file-destinations.ts';
import type { FileScanner } from './file-scanner.ts';
import type { FileStore } from './file-store.ts';
import type { LogSigner, LogSignerProblem } from './log-signer.ts';
import type { Mailer } from './mailer.ts';
import type { DomainRecords } from './domain-records.ts';
import type { OutboundPost } from './outbound-post.ts';
import type { Payments } from './payment-provider.ts';
import type { PdfEngine } from './pdf-engine.ts';
import type { SealKey } from './seal-key.ts';
import type { TimestampAuthorities } from './timestamps.ts';
import type { Tracing } from '../foundation/tracing/tracing.ts';

/** All external dependencies of the product. */
export type Ports = {
  database: Database;
  files: FileStore;
  mailer: Mailer;
  /** Stores mail while no mail server is configured. */
  outbox: Mailer;
  pdf: PdfEngine;
  docx: DocxConverter;
  /** Optional. If missing, files are not scanned. */
  scanner?: FileScanner;
  outbound: OutboundPost;
  destinations: FileDestinations;
  domains: DomainRecords;
  key: SealKey;
  /** Optional. If missing, tree heads are not signed. */
  logSigner?: LogSigner | LogSignerProblem;
  /** Optional. If missing, the time of a seal comes from our own clock. */
  timestamps?: TimestampAuthorities;
  payments: Payments;
  clock: Clock;
  /** Optional. If missing, no traces are recorded. */
  tracing?: Tracing;
};
