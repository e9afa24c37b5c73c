import { sql, type ExpressionBuilder, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { AuditFilter } from '#contract/audit.ts';
import type { Actor, TrailEvent } from '#core/trail/event.ts';
import { isId } from '../db/new-id.ts';
import type { Schema } from '../db/schema.ts';
import type { AuditedEvent, Values } from './audited-event.ts';
import { inOrder, readCursor, writeCursor, type Cursor } from './cursor.ts';
import { listAccountEvents } from './list-account-events.ts';

type Db = Kysely<Schema>;
type Page = { events: AuditedEvent[]; next: string | null };

/**
 * The events of an account and of all its documents, newest first; what happened at the same millisecond in the
 * reverse order of its trail. The next page starts after the last event seen.
 */
export async function listEvents(
  db: Db,
  accountId: string,
  query: AuditFilter & { cursor?: string | undefined; limit: number },
): Promise<Page> {
  const after = readCursor(query.cursor);
  const asked = { ...query, limit: query.limit + 1 };
  const ofDocuments = await listDocumentEvents(db, accountId, asked, after);
  const found = [...ofDocuments, ...(await listAccountEvents(db, accountId, asked, after))];
  const events = found.toSorted((a, b) => inOrder(a.at, b.at)).slice(0, query.limit);
  const last = events.at(-1);
  return { events, next: found.length > query.limit && last ? writeCursor(last.at) : null };
}

async function listDocumentEvents(
  db: Db,
  accountId: string,
  query: AuditFilter & { limit: number },
  after: Cursor | undefined,
): Promise<AuditedEvent[]> {
  if (query.document !== undefined && !isId(query.document)) return [];
  const person = query.person?.trim();
  const named = person ? await findNamed(db, accountId, person) : null;
  const found = await matching(db, accountId, query, named, after)
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'events.account_id')
        .onRef('documents.id', '=', 'events.document_id'),
    )
    .selectAll('events')
    .select(['documents.title', 'documents.deleted_at', ownValues.as('own_values')])
    .orderBy('events.occurred_at', 'desc')
    .orderBy('events.document_id')
    .orderBy('events.seq', 'desc')
    .limit(query.limit)
    .execute();
  return found.map((row) => {
    const values = row.own_values ?? {};
    const { actor } = JSON.parse(row.body) as TrailEvent;
    return {
      at: { occurredAt: row.occurred_at, id: row.document_id, seq: row.seq },
      id: row.id,
      type: row.type,
      document: {
        id: row.document_id,
        title: row.title ?? '',
        open: row.title !== null && row.deleted_at === null,
      },
      ...peopleIn(values, actor),
      plan: null,
      proof: { body: row.body, hash: row.hash, values },
    };
  });
}

function peopleIn(
  values: Values,
  { kind }: Actor,
): Pick<AuditedEvent, 'actor' | 'recipient' | 'ip' | 'reason'> {
  const value = (name: string): string | null => values[name]?.value ?? null;
  return {
    actor: kind === 'system' ? null : { name: value('actor') ?? '', email: value('actorEmail') ?? '' },
    recipient:
      (value('recipientEmail') ?? value('recipient')) === null
        ? null
        : { name: value('recipient') ?? '', email: value('recipientEmail') ?? '' },
    ip: value('ip'),
    reason: value('reason') ?? value('reply'),
  };
}

type Events = SelectQueryBuilder<Schema, 'events', object>;

function matching(
  db: Db,
  accountId: string,
  query: Omit<AuditFilter, 'person'>,
  named: Named | null,
  after: Cursor | undefined,
): Events {
  let select: Events = db.selectFrom('events').where('events.account_id', '=', accountId);
  if (query.type) select = select.where('events.type', '=', query.type);
  if (query.document) select = select.where('events.document_id', '=', query.document);
  if (query.from) select = select.where('events.occurred_at', '>=', new Date(query.from));
  if (query.to) select = select.where('events.occurred_at', '<', new Date(query.to));
  if (named) select = select.where((where) => namesOneOf(where, accountId, named));
  if (!after) return select;
  // The first line is what the index can use, the second leaves out what was already seen of that moment.
  return select.where('events.occurred_at', '<=', after.occurredAt).where(
    sql<boolean>`(events.occurred_at < ${after.occurredAt} OR events.document_id > ${after.id}
        OR (events.document_id = ${after.id} AND events.seq < ${after.seq}))`,
  );
}

/** The values that say who acted or was addressed; in these very words the index of 0013 has them. */
const naming = sql.raw<boolean>(`name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail')`);

/** Whom the words may mean, and how many events name them, no further counted than `few`; undefined: more. */
type Named = { people: string[]; few: number | undefined };

/**
 * Up to how many events of a person all of them are gathered and sorted; with more, going through the newest of the
 * account finds a page sooner. Where the two cost the same is the root of the events of the account times a page.
 */
async function gatheredUpTo(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('document_counts')
    .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('count'), sql<number>`0`).as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Math.min(25_000, Math.max(500, Math.ceil(Math.sqrt(Number(count) * 10 * 50))));
}

/** The people of the account go from one to the next through the index, each seen once. */
async function findNamed(db: Db, accountId: string, person: string): Promise<Named> {
  const like = `%${person.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found = await sql<{ value: string }>`
    WITH RECURSIVE people(value) AS (
      (SELECT value FROM event_values WHERE account_id = ${accountId} AND ${naming} ORDER BY value LIMIT 1)
      UNION ALL
      SELECT (SELECT other.value FROM event_values AS other
               WHERE other.account_id = ${accountId} AND ${naming} AND other.value > people.value
               ORDER BY other.value LIMIT 1)
        FROM people WHERE people.value IS NOT NULL)
    SELECT value FROM people WHERE value ILIKE ${like}`.execute(db);
  const people = found.rows.map(({ value }) => value);
  const most = await gatheredUpTo(db, accountId);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (${eventsNaming(accountId, people)} LIMIT ${most}) AS counted`.execute(
    db,
  );
  const { count } = rows[0]!;
  return { people, few: count < most ? count : undefined };
}

function eventsNaming(accountId: string, people: readonly string[]) {
  return sql`SELECT named.document_id, named.seq FROM event_values AS named
    WHERE named.account_id = ${accountId} AND ${naming} AND named.value = ANY (${people})`;
}

/**
 * Few events are gathered first: the array keeps the database from going through all of the account instead. Of many,
 * LIMIT keeps the look into one event's values what it is; without it the database may gather all that match.
 */
function namesOneOf(where: ExpressionBuilder<Schema, 'events'>, accountId: string, { people, few }: Named) {
  if (few !== undefined)
    return sql<boolean>`(events.document_id, events.seq) IN (SELECT DISTINCT * FROM unnest(
      ARRAY(SELECT document_id FROM (${eventsNaming(accountId, people)} ORDER BY 1, 2) AS one),
      ARRAY(SELECT seq FROM (${eventsNaming(accountId, people)} ORDER BY 1, 2) AS other)) AS gathered (document_id, seq))`;
  const values = where
    .selectFrom('event_values')
    .select(sql<number>`1`.as('one'))
    .where('event_values.account_id', '=', accountId)
    .whereRef('event_values.document_id', '=', 'events.document_id')
    .whereRef('event_values.seq', '=', 'events.seq')
    .where(naming)
    .where(sql<boolean>`event_values.value = ANY (${people})`);
  return sql<boolean>`(${values.limit(1)}) IS NOT NULL`;
}

/** One look into the primary key for each row of the page; null for an event that has no values, or none any more. */
const ownValues = sql<Values | null>`(
  SELECT json_object_agg(own.name, json_build_object('value', own.value, 'salt', own.salt))
    FROM event_values AS own
   WHERE own.account_id = events.account_id AND own.document_id = events.document_id AND own.seq = events.seq)`;
