import { sql, type Kysely, type Updateable } from 'kysely';
import type { DestinationView } from '#contract/messages/destinations.ts';
import type { DeliveryProblem, Place } from '#core/destination/kinds.ts';
import type { DeliveryWindow } from '#core/destination/schedule.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { FileDestinationsTable, Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';

export type DestinationKey = { accountId: string; id: string };

export type Destination = DestinationKey & {
  createdBy: string;
  name: string;
  place: Place;
  /** Encrypted for the database. */
  secret: string;
  pattern: string;
  window: DeliveryWindow | null;
  disabledReason: DestinationView['disabledReason'];
  failures: number;
  failingSince: Date | null;
  problem: DeliveryProblem | null;
  problemDetail: string | null;
  nextTryAt: Date;
  notifiedAt: Date | null;
  createdAt: Date;
};

export async function listDestinations(db: Kysely<Schema>, accountId: string): Promise<Destination[]> {
  const rows = await columns(db)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows as Destination[];
}

/** Returns undefined if the destination does not exist or belongs to another account (S-07). */
export async function findDestination(
  db: Kysely<Schema>,
  { accountId, id }: DestinationKey,
): Promise<Destination | undefined> {
  if (!isId(id)) return undefined;
  const row = await columns(db).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
  return row as Destination | undefined;
}

/** Like `findDestination`, but locks the row. Completed documents can still be added to its list. */
export async function lockDestination(tx: Tx, { accountId, id }: DestinationKey) {
  if (!isId(id)) return undefined;
  const row = await columns(tx)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row as Destination | undefined;
}

/**
 * Returns the destinations with a due file, the one that has waited longest first. Callers check the delivery
 * hours.
 */
export async function listDueDestinations(db: Kysely<Schema>, now: number): Promise<Destination[]> {
  const rows = await columns(db)
    .where('state', '=', 'on')
    .where('next_try_at', '<=', new Date(now))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('file_deliveries as delivery')
          .select('delivery.document_id')
          .whereRef('delivery.account_id', '=', 'file_destinations.account_id')
          .whereRef('delivery.destination_id', '=', 'file_destinations.id')
          .where('delivery.state', '=', 'waiting')
          .where('delivery.next_try_at', '<=', new Date(now)),
      ),
    )
    .orderBy('next_try_at')
    .limit(100)
    .execute();
  return rows as Destination[];
}

export async function saveDestination(
  tx: Tx,
  { accountId, id }: DestinationKey,
  change: Updateable<FileDestinationsTable>,
): Promise<void> {
  await tx
    .updateTable('file_destinations')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

type Counts = DestinationView['counts'] & { lastDeliveredAt: Date | null };

/** Counts the files of each destination of an account by state. */
async function countFiles(db: Kysely<Schema>, accountId: string): Promise<Map<string, Counts>> {
  const rows = await db
    .selectFrom('file_deliveries')
    .select([
      'destination_id as id',
      sql<number>`count(*) FILTER (WHERE state = 'waiting')::int`.as('waiting'),
      sql<number>`count(*) FILTER (WHERE state = 'delivered')::int`.as('delivered'),
      sql<number>`count(*) FILTER (WHERE state = 'failed')::int`.as('failed'),
      sql<Date | null>`max(delivered_at)`.as('lastDeliveredAt'),
    ])
    .where('account_id', '=', accountId)
    .groupBy('destination_id')
    .execute();
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export async function destinationViews(
  db: Kysely<Schema>,
  accountId: string,
  destinations: readonly Destination[],
): Promise<DestinationView[]> {
  const counts = await countFiles(db, accountId);
  return destinations.map((destination) => {
    const { id, name, place, pattern, window, disabledReason, failingSince, createdAt } = destination;
    const { lastDeliveredAt, ...files } = counts.get(id) ?? none;
    const fails = failingSince !== null && disabledReason === null;
    return {
      id,
      name,
      place,
      pattern,
      window,
      on: disabledReason === null,
      disabledReason,
      failingSince: failingSince?.toISOString() ?? null,
      problem: destination.problem,
      problemDetail: destination.problemDetail,
      nextTryAt: fails ? destination.nextTryAt.toISOString() : null,
      counts: files,
      lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    };
  });
}

const none: Counts = { waiting: 0, delivered: 0, failed: 0, lastDeliveredAt: null };

function columns(db: Kysely<Schema>) {
  return db
    .selectFrom('file_destinations')
    .select([
      'account_id as accountId',
      'id',
      'created_by as createdBy',
      'name',
      'place',
      'secret',
      'pattern',
      'hours as window',
    ])
    .select(['disabled_reason as disabledReason', 'failures', 'failing_since as failingSince', 'problem'])
    .select(['problem_detail as problemDetail', 'next_try_at as nextTryAt', 'notified_at as notifiedAt'])
    .select('created_at as createdAt');
}
