import type { Kysely } from 'kysely';
import type { BulkRow, Mould } from '#core/bulk/read-file.ts';
import type { FieldOwner } from '#core/field/field-faults.ts';
import type { Field } from '#core/field/field.ts';
import type { Refusal } from '#core/refusal.ts';
import type { SendBody } from '#contract/documents.ts';
import type { PlanSetting } from '../records/plan-store.ts';
import type { Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import type { DraftFile } from '../records/draft-file.ts';
import type { Owner } from '../records/owner.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Clock } from '../ports/clock.ts';

/** What bulk send works with; put together in product.ts. */
export type BulkServices = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  clock: Clock;
  plans: PlanSetting;
  acts: BulkActs;
};

/** A template as it is kept with a batch. */
export type StoredMould = Mould & { id: string; file: DraftFile };

export type PrefilledCheck = (
  fields: readonly Field[],
  people: readonly FieldOwner[],
) => Promise<Refusal | undefined>;

/** What happens to a row is what happens to a document by hand: the acts of others, handed in from outside. */
export type BulkActs = {
  /** Makes the draft, in the caller's transaction. What is refused may have written something. */
  make(
    tx: Tx,
    owner: Owner,
    mould: StoredMould,
    use: Pick<BulkRow, 'title' | 'people'>,
  ): Promise<{ id: string } | Refusal>;
  send(tx: Tx, owner: Owner, id: string, request: SendBody): Promise<Refusal | undefined>;
  /** Opens a check, for many rows of one file, of whether what fields hold at first can be printed in their boxes. */
  openPrefilledCheck(): PrefilledCheck;
};
