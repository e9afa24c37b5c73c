import type { FieldOwner } from '#core/field/field-faults.ts';
import type { Field } from '#core/field/field.ts';
import type { Language } from '#core/language/language.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Refusal } from '#core/refusal.ts';
import type { PlanSetting } from '../records/plan-store.ts';
import type { Schema } from '../db/schema.ts';
import type { StoredDocument, StoredRecipient, WholeDocument } from '../records/document-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { PdfEngine } from '../ports/pdf-engine.ts';
import type { FirstPages } from './first-pages.ts';
import type { Link } from '../records/link-store.ts';

/** What the ceremony works with; put together in product.ts. */
export type CeremonyServices = {
  db: Kysely<Schema>;
  files: FileStore;
  jobs: JobQueue;
  pdf: Pick<PdfEngine, 'fit' | 'thumbnail'>;
  firstPages: FirstPages;
  clock: Clock;
  /** NEW_ACCOUNT_MAILS; null: the accounts here are no strangers to each other. */
  newAccountMails?: number | null;
  plans: PlanSetting;
  /** The key that makes signing links genuine. */
  linkKey: Uint8Array;
  /** The key that drafts are encrypted with. */
  draftKey: Uint8Array;
  /** Where passkeys are made and used: their origin. */
  publicUrl: string;
  /** Reads a form with one file, as uploads do; handed in from outside. */
  readForm: (request: FastifyRequest) => Promise<{ fileName: string; bytes: Uint8Array } | Refusal>;
  /** Whether somebody else's name and address can be printed where nobody can change them; handed in from outside. */
  checkPerson: (fields: readonly Field[], person: FieldOwner) => Promise<Refusal | undefined>;
  /** Whether pictures that were drawn can be sealed on the file; handed in from outside. */
  checkDrawn: (drawn: {
    document: StoredDocument;
    fields: readonly Field[];
    recipient: StoredRecipient;
    imageSha256: string | null;
    initialsSha256: string | null;
    pictures: ReadonlyMap<string, Uint8Array>;
  }) => Promise<Refusal | undefined>;
};

/** What a request says about where it came from; never taken from what the client claims (T-11). */
export type Visitor = { ip: string; userAgent: string; language: Language; origin: string };

/** One recipient's go at one document, as their link finds it. */
export type Ceremony = {
  /** The link, and what proves that its codes were entered. */
  owner: Link & { pass: string | undefined };
  whole: WholeDocument;
  recipient: StoredRecipient;
};
