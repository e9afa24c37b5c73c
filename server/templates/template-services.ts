import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { FieldInput } from '#contract/field.ts';
import type { Field } from '#core/field/field.ts';
import type { PageGeometry } from '#core/field/geometry.ts';
import type { Refusal } from '#core/refusal.ts';
import type { PlanSetting } from '../records/plan-store.ts';
import type { Schema } from '../db/schema.ts';
import type { DraftFile } from '../records/draft-file.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Thumbnails } from '../files/thumbnails.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';

/** What the acts on templates work with; put together in product.ts. */
export type TemplateServices = {
  db: Kysely<Schema>;
  files: FileStore;
  jobs: JobQueue;
  clock: Clock;
  plans: PlanSetting;
  intake: FileIntake;
  thumbnails: Thumbnails;
};

export type SentFile = { fileName: string; bytes: Uint8Array };

/** How a file comes in: the same way for documents and templates, so it is handed in from outside. */
export type FileIntake = {
  /** Runs an upload, from the reading of its form on, when its account's turn has come. */
  inTurn: <T>(accountId: string, work: () => Promise<T | Refusal>) => Promise<T | Refusal>;
  /** Reads a form with one file; `texts` are its other parts, by name. */
  read(request: FastifyRequest): Promise<(SentFile & { texts: Record<string, string> }) | Refusal>;
  /** Looks at the file, makes the base file of it and stores both; `allowed` is asked before the work. */
  store(
    accountId: string,
    file: SentFile,
    allowed: () => Promise<Refusal | undefined>,
  ): Promise<{ file: DraftFile; anchored: FieldInput[] } | Refusal>;
  /** Reads placed fields, by the rules of a document's. */
  place(
    on: { document: { pages: PageGeometry[] }; recipients: readonly { id: string }[] },
    fields: FieldInput[],
    now: number,
  ): Field[] | Refusal;
};
