import type { Cover } from '#core/field/covered.ts';
import type { Field } from '#core/field/field.ts';
import type { Recipient } from '#core/recipient/recipient.ts';
import type { Refusal } from '#core/refusal.ts';
import type { StoredDocument } from '../records/document.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { MailRules } from '../mail/mail-limit-store.ts';
import type { DocxConverter } from '../ports/docx-converter.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { PdfEngine } from '../ports/pdf-engine.ts';

/** What the acts on documents work with; put together in product.ts. */
export type DocumentServices = {
  db: Kysely<Schema>;
  files: FileStore;
  jobs: JobQueue;
  pdf: PdfEngine;
  docx: DocxConverter;
} & MailRules;

type Draft = {
  document: Pick<StoredDocument, 'accountId' | 'id' | 'title' | 'baseSha256' | 'pages'>;
  fields: readonly Field[];
};

/** The trial before a document is sent; handed in from outside. */
export type SealableCheck = {
  /** Why it could not be sealed once everybody has signed. */
  check(
    draft: Draft & {
      recipients: readonly Pick<Recipient, 'id' | 'role' | 'name' | 'email'>[];
      senderName: string;
    },
  ): Promise<Refusal | undefined>;
  /** What fields lie on. */
  covers(draft: Draft): Promise<(Cover & { field: Field })[]>;
};

/** The same for sending, before which there is a trial. */
export type SendServices = DocumentServices & { sealable: SealableCheck };
