import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AuditFilter } from '#contract/audit.ts';
import type { Schema } from '../db/schema.ts';
import type { Cursor } from './cursor.ts';

type Db = Kysely<Schema>;
export type EventKey = { documentId: string; seq: number };
export type PersonQuery = Pick<AuditFilter, 'type' | 'from' | 'to'> & { person: string; limit: number };

/** With more names than this the words are what many have in common, and the newest events are gone through first. */
const manyNames = 200;
const newestEvents = 1_000;

/** The values that say who acted or was addressed; in these very words the index of 0142 has them. */
const naming = sql.raw<boolean>(`name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail')`);

/**
 * The first events that name somebody with these words, in the order of the audit trail and behind `after`. What it costs
 * does not grow with the account: a name is found by the letters in it, and its events stand in their order.
 */
export async function findEventsOfPerson(
  db: Db,
  accountId: string,
  query: PersonQuery,
  after: Cursor | undefined,
): Promise<EventKey[]> {
  let people = await namesLike(db, accountId, query.person, manyNames + 1);
  if (people.length > manyNames) {
    const { rows } = await amongNewest(accountId, query, after).execute(db);
    if (rows.length === query.limit) return rows;
    people = await namesLike(db, accountId, query.person);
  }
  if (people.length === 0) return [];
  return (await eventsNaming(accountId, people, query, after).execute(db)).rows;
}

async function namesLike(db: Db, accountId: string, person: string, most?: number): Promise<string[]> {
  const { rows } = await namesQuery(accountId, person, most).execute(db);
  return rows.map(({ value }) => value);
}

/** Words of one or two letters have no runs: then all names of the account are gone through. */
export function namesQuery(accountId: string, person: string, most?: number): RawBuilder<{ value: string }> {
  const hasRuns = /.{3}|[\u2e80-\u{10ffff}]./su.test(person);
  // OFFSET keeps the account, which the runs tell already, from being looked up instead of them.
  const named = hasRuns
    ? sql`(SELECT account_id, value FROM named_people
            WHERE search_keys(account_id, value) @> search_keys(${accountId}::uuid, ${person}) OFFSET 0)`
    : sql`named_people`;
  return sql`SELECT DISTINCT value FROM ${named} AS named
    WHERE account_id = ${accountId} AND value ILIKE ${containing(person)} ${most === undefined ? sql`` : sql`LIMIT ${most}`}`;
}

/** An event is named four times at most, so that the first events are among those of four times as many names. */
const namesOfOneEvent = 4;

/**
 * Of all these names those that came last, and of each its newest events. Whatever a name has that is not among the
 * names, or not among its events, there are enough newer ones of.
 */
export function eventsNaming(
  accountId: string,
  people: readonly string[],
  query: PersonQuery,
  after: Cursor | undefined,
): RawBuilder<EventKey> {
  const ofName = (limit: number) => sql`
    SELECT DISTINCT named.occurred_at, named.document_id, named.seq FROM event_values AS named
     WHERE named.account_id = ${accountId} AND named.value = people.value AND ${naming}
       AND ${within('named', query, after)} AND ${ofType('named', query.type)}
     ORDER BY named.occurred_at DESC, named.document_id, named.seq DESC LIMIT ${limit}`;
  return sql`
    WITH people AS MATERIALIZED (
      SELECT people.value FROM unnest(${people}::text[]) AS people (value), LATERAL (${ofName(1)}) AS newest
       ORDER BY newest.occurred_at DESC, newest.document_id, newest.seq DESC LIMIT ${query.limit * namesOfOneEvent})
    SELECT DISTINCT one.occurred_at, one.document_id AS "documentId", one.seq
      FROM people, LATERAL (${ofName(query.limit)}) AS one
     ORDER BY one.occurred_at DESC, one.document_id, one.seq DESC LIMIT ${query.limit}`;
}

/** Those of them that are among the newest events of all. */
function amongNewest(accountId: string, query: PersonQuery, after: Cursor | undefined): RawBuilder<EventKey> {
  return sql`
    SELECT newest.document_id AS "documentId", newest.seq
      FROM (SELECT document_id, seq, occurred_at, type FROM events
             WHERE account_id = ${accountId} AND ${within('events', query, after)}
             ORDER BY occurred_at DESC, document_id, seq DESC LIMIT ${newestEvents}) AS newest
     WHERE ${query.type === undefined ? sql`true` : sql`newest.type = ${query.type}`}
       AND ${namesSomebody('newest', accountId, query.person)}
     ORDER BY newest.occurred_at DESC, newest.document_id, newest.seq DESC LIMIT ${query.limit}`;
}

/** That an event of the account names somebody with these words; OFFSET has each event looked up by itself. */
export function namesSomebody(
  events: 'newest' | 'events',
  accountId: string,
  person: string,
): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${events}.${column}`);
  return sql`EXISTS (SELECT FROM event_values AS named
    WHERE named.account_id = ${accountId} AND named.document_id = ${of('document_id')} AND named.seq = ${of('seq')}
      AND ${naming} AND named.value ILIKE ${containing(person)} OFFSET 0)`;
}

function within(
  table: 'named' | 'events',
  { from, to }: PersonQuery,
  after: Cursor | undefined,
): RawBuilder<boolean> {
  const at = sql.ref(`${table}.occurred_at`);
  const since = from ? sql`${at} >= ${new Date(from)}` : sql`true`;
  const before = to ? sql`${at} < ${new Date(to)}` : sql`true`;
  return sql`${since} AND ${before} AND ${behind(table, after)}`;
}

/** Behind an event in the order of the audit trail. The index can use the first condition, the second leaves out what was seen of that moment. */
export function behind(table: 'named' | 'events', after: Cursor | undefined): RawBuilder<boolean> {
  if (!after) return sql`true`;
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`(${of('occurred_at')} <= ${after.occurredAt}
    AND (${of('occurred_at')} < ${after.occurredAt} OR ${of('document_id')} > ${after.id}
      OR (${of('document_id')} = ${after.id} AND ${of('seq')} < ${after.seq})))`;
}

function ofType(table: 'named', type: AuditFilter['type']): RawBuilder<boolean> {
  if (type === undefined) return sql`true`;
  return sql`(SELECT event.type FROM events AS event WHERE event.account_id = ${sql.ref(`${table}.account_id`)}
    AND event.document_id = ${sql.ref(`${table}.document_id`)} AND event.seq = ${sql.ref(`${table}.seq`)}) = ${type}`;
}

function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
